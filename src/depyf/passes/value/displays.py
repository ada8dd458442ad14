"""Folds collections that are filled step by step into displays and call arguments.

Before::

    t = BUILD list(a)
    EXTEND list t, b
    ADD list t, c

After::

    t = [a, *b, c]
"""

from __future__ import annotations

from typing import List, Optional, Tuple

from depyf.ir.function import Function
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import CallShape, Constant, Value, rewrite
from depyf.passes.arms import is_load_of
from depyf.passes.inlining import set_terminator_values
from depyf.passes.usage import Usage, terminator_values


def run(function: Function) -> bool:
    """Rewrites every block; True if anything changed."""
    usage = Usage.of(function)
    changed = False
    for block in function.blocks.values():
        index = 0
        while index + 1 < len(block.body):
            folded = _fold(block.body[index], block.body[index + 1], usage)
            if folded is None:
                index += 1
                continue
            block.body[index : index + 2] = [folded]
            changed = True
        block.body = [rewrite(value, simplify) for value in block.body]
        values = tuple(
            rewrite(value, simplify) for value in terminator_values(block.terminator)
        )
        if values:
            set_terminator_values(block.terminator, values)
    return changed


def _fold(first: Value, second: Value, usage: Usage) -> Optional[Value]:
    """``t = display; add(t, x)`` as one display."""
    if first.op is not MicroOp.STORE or not first.variable.is_temporary:
        return None
    display = first.operands[0]
    if display.op is not MicroOp.BUILD or second.op not in (
        MicroOp.ADD,
        MicroOp.EXTEND,
    ):
        return None
    if not is_load_of(second.operands[0], first.variable):
        return None
    if usage.writes[first.variable] != 1 or display.payload == "tuple":
        return None
    added = _added(second, str(display.payload))
    if added is None:
        return None
    usage.reads[first.variable] -= 1
    built = Value(
        MicroOp.BUILD,
        display.operands + added,
        display.payload,
        display.origins | second.origins,
    )
    return Value(MicroOp.STORE, (built,), first.payload, first.origins)


def _added(statement: Value, kind: str) -> Optional[Tuple[Value, ...]]:
    values = statement.operands[1:]
    if statement.op is MicroOp.ADD:
        return values
    if kind == "dict" and values[0].op is MicroOp.BUILD:
        return values[0].operands
    if kind == "dict":
        return (Value(MicroOp.DOUBLE_STAR, values, statement.payload),)
    items = _constant_items(values[0])
    if items is not None:
        return items
    return (Value(MicroOp.STAR, values),)


def _constant_items(value: Value) -> Optional[Tuple[Value, ...]]:
    """Items of a constant tuple (or frozenset) that a display was made from."""
    if value.op is not MicroOp.CONST or not isinstance(value.payload, Constant):
        return None
    content = value.payload.value
    if type(content) not in (tuple, frozenset):
        return None
    assert isinstance(content, (tuple, frozenset))
    return tuple(
        Value(MicroOp.CONST, (), Constant(item), value.origins) for item in content
    )


def simplify(value: Value) -> Value:
    """Tuples made from lists, and arguments of calls made from displays."""
    if value.op is MicroOp.INTRINSIC and value.payload == "list_to_tuple":
        inner = value.operands[0]
        if inner.op is MicroOp.BUILD and inner.payload == "list":
            origins = value.origins | inner.origins
            return Value(MicroOp.BUILD, inner.operands, "tuple", origins)
    if value.op is MicroOp.CALL and isinstance(value.payload, CallShape):
        return _flatten_call(value, value.payload)
    return value


def _flatten_call(value: Value, shape: CallShape) -> Value:
    """``f(*[a, *b], **{'k': c, **d})`` is ``f(a, *b, k=c, **d)``."""
    operands: List[Value] = [value.operands[0]]
    arguments: List[Optional[str]] = []
    for kind, operand in zip(shape.arguments, value.operands[1:]):
        expanded = _expand(kind, operand)
        for name, item in expanded:
            arguments.append(name)
            operands.append(item)
    if len(operands) == len(value.operands):
        same = all(a is b for a, b in zip(operands, value.operands))
        if same and tuple(arguments) == shape.arguments:
            return value
    call = CallShape(tuple(arguments))
    return Value(MicroOp.CALL, tuple(operands), call, value.origins)


def _expand(
    kind: Optional[str], operand: Value
) -> List[Tuple[Optional[str], Value]]:
    if kind == "*" and operand.op is MicroOp.BUILD:
        if operand.payload in ("tuple", "list"):
            return [
                ("*", item.operands[0]) if item.op is MicroOp.STAR else (None, item)
                for item in operand.operands
            ]
    if kind == "*":
        items = _constant_items(operand)
        if items is not None:
            return [(None, item) for item in items]
    if kind == "**" and operand.op is MicroOp.BUILD and operand.payload == "dict":
        found = _keywords(operand)
        if found is not None:
            return found
    return [(kind, operand)]


def _keywords(display: Value) -> Optional[List[Tuple[Optional[str], Value]]]:
    """Arguments that a dict display passes; None if a key is no keyword."""
    result: List[Tuple[Optional[str], Value]] = []
    operands = list(display.operands)
    while operands:
        first = operands.pop(0)
        if first.op is MicroOp.DOUBLE_STAR:
            if first.payload != "call":
                return None
            result.append(("**", first.operands[0]))
            continue
        if first.op is not MicroOp.CONST or not isinstance(first.payload, Constant):
            return None
        name = first.payload.value
        if not isinstance(name, str) or not name.isidentifier():
            return None
        result.append((name, operands.pop(0)))
    return result
