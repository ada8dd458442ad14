"""What must hold of a `Function` after the lifter and after every pass."""

from __future__ import annotations

from typing import Callable, Iterator, Tuple, Union

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import Function, successors, terminator_values
from depyf.decompiler.ir.micro_op import STATEMENTS, MicroOp
from depyf.decompiler.ir.value import (
    CallShape,
    Comprehension,
    FunctionParts,
    ImportName,
    UnpackShape,
    Value,
    Variable,
)

PayloadTypes = Union[type, Tuple[type, ...]]

_PAYLOADS: dict[MicroOp, PayloadTypes] = {
    MicroOp.CONST: Constant,
    MicroOp.LOAD: Variable,
    MicroOp.CELL: Variable,
    MicroOp.SAVE_LOCAL: Variable,
    MicroOp.COMMON_CONSTANT: str,
    MicroOp.LOAD_FROM: Variable,
    MicroOp.ATTR: str,
    MicroOp.UNARY: str,
    MicroOp.BINARY: str,
    MicroOp.INPLACE: str,
    MicroOp.COMPARE: str,
    MicroOp.IS: bool,
    MicroOp.CONTAINS: bool,
    MicroOp.BUILD: str,
    MicroOp.FORMAT: str,
    MicroOp.CALL: CallShape,
    MicroOp.FUNCTION: FunctionParts,
    MicroOp.IMPORT: ImportName,
    MicroOp.IMPORT_FROM: str,
    MicroOp.AWAIT: int,
    MicroOp.SPECIAL: str,
    MicroOp.MATCH_CLASS: int,
    MicroOp.SUPER: bool,
    MicroOp.INTRINSIC: str,
    MicroOp.STORE: Variable,
    MicroOp.DELETE: Variable,
    MicroOp.SET_ATTR: str,
    MicroOp.DEL_ATTR: str,
    MicroOp.UNPACK: UnpackShape,
    MicroOp.EXC_GROUP_MATCH: UnpackShape,
    MicroOp.EXTEND: str,
    MicroOp.ADD: str,
    MicroOp.MAKE_CELL: Variable,
    MicroOp.CHAIN: tuple,
    MicroOp.WALRUS: Variable,
    MicroOp.COMPREHENSION: Comprehension,
    MicroOp.AUGMENT: str,
    MicroOp.TARGET: Variable,
    MicroOp.DEFINE: Variable,
}

# Least and greatest number of operands; -1 is "any number".
_ARITY: dict[MicroOp, tuple[int, int]] = {
    MicroOp.ATTR: (1, 1),
    MicroOp.ITEM: (2, 2),
    MicroOp.SLICE: (2, 3),
    MicroOp.UNARY: (1, 1),
    MicroOp.TRUTH: (1, 1),
    MicroOp.BINARY: (2, 2),
    MicroOp.INPLACE: (2, 2),
    MicroOp.COMPARE: (2, 2),
    MicroOp.IS: (2, 2),
    MicroOp.CONTAINS: (2, 2),
    MicroOp.STAR: (1, 1),
    MicroOp.DOUBLE_STAR: (1, 1),
    MicroOp.FORMAT: (1, 2),
    MicroOp.IMPORT: (2, 2),
    MicroOp.IMPORT_FROM: (1, 1),
    MicroOp.ITER: (1, 1),
    MicroOp.AITER: (1, 1),
    MicroOp.AWAIT: (1, 1),
    MicroOp.YIELD: (1, 1),
    MicroOp.EXC_MATCH: (2, 2),
    MicroOp.WITH_EXCEPTION: (2, 2),
    MicroOp.MATCH_KEYS: (2, 2),
    MicroOp.MATCH_CLASS: (3, 3),
    MicroOp.SUPER: (3, 3),
    MicroOp.STORE: (1, 1),
    MicroOp.SET_ATTR: (2, 2),
    MicroOp.DEL_ATTR: (1, 1),
    MicroOp.SET_ITEM: (3, 3),
    MicroOp.DEL_ITEM: (2, 2),
    MicroOp.UNPACK: (1, 1),
    MicroOp.EXTEND: (2, 2),
    MicroOp.ADD: (2, 3),
    MicroOp.EVALUATE: (1, 1),
    MicroOp.EXC_PUSH: (1, 1),
    MicroOp.AND: (2, -1),
    MicroOp.OR: (2, -1),
    MicroOp.CONDITIONAL: (3, 3),
    MicroOp.CHAIN: (3, -1),
    MicroOp.WALRUS: (1, 1),
    MicroOp.ASSIGN: (2, -1),
    MicroOp.AUGMENT: (2, 2),
    MicroOp.FROM_IMPORT: (2, -1),
    MicroOp.ANNOTATE: (2, 3),
}


class InvariantError(AssertionError):
    """A pass left a function that breaks the rules; the message lists all."""


def violations(function: Function) -> list[str]:
    """What is wrong with ``function``, one line each; empty if nothing is."""
    found = list(_graph_violations(function))
    for block in function.blocks.values():
        for place, value in enumerate(block.body):
            if value.op not in STATEMENTS:
                found.append(
                    f"block {block.id}[{place}]: {value.op.value} is no statement"
                )
            found.extend(
                f"block {block.id}[{place}]: {problem}"
                for problem in _value_violations(value)
            )
        for value in terminator_values(block.terminator):
            if value.op in STATEMENTS:
                found.append(f"block {block.id}: ends with a {value.op.value}")
            found.extend(
                f"block {block.id}: {problem}" for problem in _value_violations(value)
            )
    return found


def check(function: Function, after: str) -> None:
    """Raises if an invariant is broken.

    Args:
        function: what to look at.
        after: name of the pass that has just run, for the message.

    Raises:
        InvariantError: at least one rule is broken.
    """
    found = violations(function)
    if found:
        message = f"after {after}: " + "; ".join(found)
        raise InvariantError(message)


def _graph_violations(function: Function) -> Iterator[str]:
    blocks, regions = function.blocks, function.regions
    if function.entry not in blocks:
        yield f"entry {function.entry} is no block"
    for key, block in blocks.items():
        if key != block.id:
            yield f"block {block.id} is stored as {key}"
        for target in successors(block.terminator):
            if target not in blocks:
                yield f"block {block.id} goes to {target}, which is no block"
        if block.region is not None and block.region not in regions:
            yield f"block {block.id} lies in {block.region}, which is no region"
    for number, region in regions.items():
        if number != region.id:
            yield f"region {region.id} is stored as {number}"
        if region.handler not in blocks:
            yield f"region {number} has handler {region.handler}, which is no block"
        if region.parent is not None and region.parent not in regions:
            yield f"region {number} lies in {region.parent}, which is no region"
        elif _is_cyclic(function, number):
            yield f"region {number} lies in itself"
        elif region.handler in blocks:
            outside = blocks[region.handler].region
            if outside is not None and number in _chain(function, outside):
                yield f"region {number} protects its own handler"


def _chain(function: Function, region: int) -> list[int]:
    """The region and its parents; stops where they repeat or are missing."""
    found: list[int] = []
    current = function.regions.get(region)
    while current is not None and current.id not in found:
        found.append(current.id)
        parent = current.parent
        current = None if parent is None else function.regions.get(parent)
    return found


def _is_cyclic(function: Function, region: int) -> bool:
    last = function.regions[_chain(function, region)[-1]]
    return last.parent is not None and last.parent in function.regions


def _value_violations(value: Value) -> Iterator[str]:
    for node in value.walk():
        name = node.op.value
        expected = _PAYLOADS.get(node.op)
        if expected is not None and not isinstance(node.payload, expected):
            yield f"{name} has the payload {node.payload!r}"
            continue
        low, high = _ARITY.get(node.op, (0, -1))
        count = len(node.operands)
        if count < low or (high >= 0 and count > high):
            yield f"{name} has {count} operands"
        check_shape = _SHAPES.get(node.op)
        if check_shape is not None and not check_shape(node):
            yield f"{name} has {count} operands, its payload says otherwise"
        for operand in node.operands:
            if operand.op in STATEMENTS and node.op is not MicroOp.DEFINE:
                yield f"{operand.op.value} is an operand of {name}"


def _call_fits(node: Value) -> bool:
    shape = node.payload
    return isinstance(shape, CallShape) and (
        len(node.operands) == len(shape.arguments) + 1
    )


def _function_fits(node: Value) -> bool:
    parts = node.payload
    return isinstance(parts, FunctionParts) and (len(node.operands) == len(parts.parts))


def _unpack_fits(node: Value) -> bool:
    shape = node.payload
    return isinstance(shape, UnpackShape) and (
        shape.star is None or 0 <= shape.star < len(shape.targets)
    )


def _dict_fits(node: Value) -> bool:
    stars = sum(item.op is MicroOp.DOUBLE_STAR for item in node.operands)
    return node.payload != "dict" or (len(node.operands) - stars) % 2 == 0


_SHAPES: dict[MicroOp, Callable[[Value], bool]] = {
    MicroOp.CALL: _call_fits,
    MicroOp.FUNCTION: _function_fits,
    MicroOp.UNPACK: _unpack_fits,
    MicroOp.BUILD: _dict_fits,
}
