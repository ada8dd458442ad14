"""Recovers ``a < b < c``: an ``and`` whose shared middle value has two uses.

Before::

    t = b
    a < t and t < c

After::

    t = b
    CHAIN(a, t, c; <, <)
"""

from __future__ import annotations

from typing import List, Optional, Tuple

from depyf.ir.micro_op import MicroOp
from depyf.ir.function import Function
from depyf.ir.value import Value, Variable, rewrite
from depyf.passes.arms import Shape
from depyf.passes.inlining import set_terminator_values
from depyf.passes.usage import terminator_values

_LINKS = (MicroOp.COMPARE, MicroOp.IS, MicroOp.CONTAINS)


def run(function: Function) -> bool:
    """Links neighbouring comparisons of every ``and``; True if any."""
    shape = Shape.of(function)
    found: List[Value] = []

    def change(node: Value) -> Value:
        if node.op is not MicroOp.AND:
            return node
        operands = [node.operands[0]]
        for operand in node.operands[1:]:
            linked = chain(operands[-1], operand, shape)
            if linked is None:
                operands.append(operand)
            else:
                operands[-1] = linked
                found.append(linked)
        if len(operands) == 1:
            return operands[0]
        return node if len(operands) == len(node.operands) else Value(
            MicroOp.AND, tuple(operands), None, node.origins
        )

    for block in function.blocks.values():
        block.body = [rewrite(statement, change) for statement in block.body]
        values = tuple(rewrite(v, change) for v in terminator_values(block.terminator))
        if values:
            set_terminator_values(block.terminator, values)
    return bool(found)


def chain(left: Value, right: Value, shape: Shape) -> Optional[Value]:
    """``left and right`` as one chain, None if they share no middle value."""
    if left.op is MicroOp.AND:
        last = chain(left.operands[-1], right, shape)
        if last is None:
            return None
        rest = left.operands[:-1]
        return Value(MicroOp.AND, (*rest, last), None, left.origins | last.origins)
    ends = _links(left)
    following = _links(right)
    if ends is None or following is None:
        return None
    middle = _shared(ends[0][-1], following[0][0], shape)
    if middle is None:
        return None
    shape.usage.reads[middle] -= 1
    operands = (*ends[0], *following[0][1:])
    links = (*ends[1], *following[1])
    return Value(MicroOp.CHAIN, operands, links, left.origins | right.origins)


def _links(value: Value) -> Optional[Tuple[Tuple[Value, ...], Tuple[object, ...]]]:
    if value.op is MicroOp.CHAIN and isinstance(value.payload, tuple):
        return value.operands, value.payload
    if value.op in _LINKS:
        return value.operands, ((value.op, value.payload),)
    return None


def _shared(one: Value, other: Value, shape: Shape) -> Optional[Variable]:
    """The temporary that both read, if nothing else does."""
    if one.op is not MicroOp.LOAD or other.op is not MicroOp.LOAD:
        return None
    variable = one.variable
    if variable != other.variable or not variable.is_temporary:
        return None
    return variable if shape.usage.reads[variable] == 2 else None
