"""Check the invariants of a `Function` after the lifter and after every pass."""

from __future__ import annotations

from math import inf
from typing import Callable, Iterator, NamedTuple

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


class _Signature(NamedTuple):
    """The type of the payload, and the least and greatest number of operands."""

    payload: type
    least: int = 0
    most: float = inf


_ANY = _Signature(object)
_SIGNATURES: dict[MicroOp, _Signature] = {
    MicroOp.CONST: _Signature(Constant),
    MicroOp.LOAD: _Signature(Variable),
    MicroOp.CELL: _Signature(Variable),
    MicroOp.SAVE_LOCAL: _Signature(Variable),
    MicroOp.COMMON_CONSTANT: _Signature(str),
    MicroOp.LOAD_FROM: _Signature(Variable),
    MicroOp.ATTR: _Signature(str, 1, 1),
    MicroOp.UNARY: _Signature(str, 1, 1),
    MicroOp.BINARY: _Signature(str, 2, 2),
    MicroOp.INPLACE: _Signature(str, 2, 2),
    MicroOp.COMPARE: _Signature(str, 2, 2),
    MicroOp.IS: _Signature(bool, 2, 2),
    MicroOp.CONTAINS: _Signature(bool, 2, 2),
    MicroOp.BUILD: _Signature(str),
    MicroOp.FORMAT: _Signature(str, 1, 2),
    MicroOp.CALL: _Signature(CallShape),
    MicroOp.FUNCTION: _Signature(FunctionParts),
    MicroOp.IMPORT: _Signature(ImportName, 2, 2),
    MicroOp.IMPORT_FROM: _Signature(str, 1, 1),
    MicroOp.AWAIT: _Signature(int, 1, 1),
    MicroOp.SPECIAL: _Signature(str),
    MicroOp.MATCH_CLASS: _Signature(int, 3, 3),
    MicroOp.SUPER: _Signature(bool, 3, 3),
    MicroOp.INTRINSIC: _Signature(str),
    MicroOp.STORE: _Signature(Variable, 1, 1),
    MicroOp.DELETE: _Signature(Variable),
    MicroOp.SET_ATTR: _Signature(str, 2, 2),
    MicroOp.DEL_ATTR: _Signature(str, 1, 1),
    MicroOp.UNPACK: _Signature(UnpackShape, 1, 1),
    MicroOp.EXC_GROUP_MATCH: _Signature(UnpackShape),
    MicroOp.EXTEND: _Signature(str, 2, 2),
    MicroOp.ADD: _Signature(str, 2, 3),
    MicroOp.MAKE_CELL: _Signature(Variable),
    MicroOp.CHAIN: _Signature(tuple, 3),
    MicroOp.WALRUS: _Signature(Variable, 1, 1),
    MicroOp.COMPREHENSION: _Signature(Comprehension),
    MicroOp.AUGMENT: _Signature(str, 2, 2),
    MicroOp.TARGET: _Signature(Variable),
    MicroOp.DEFINE: _Signature(Variable),
    MicroOp.ITEM: _Signature(object, 2, 2),
    MicroOp.SLICE: _Signature(object, 2, 3),
    MicroOp.TRUTH: _Signature(object, 1, 1),
    MicroOp.STAR: _Signature(object, 1, 1),
    MicroOp.DOUBLE_STAR: _Signature(object, 1, 1),
    MicroOp.ITER: _Signature(object, 1, 1),
    MicroOp.AITER: _Signature(object, 1, 1),
    MicroOp.YIELD: _Signature(object, 1, 1),
    MicroOp.EXC_MATCH: _Signature(object, 2, 2),
    MicroOp.WITH_EXCEPTION: _Signature(object, 2, 2),
    MicroOp.MATCH_KEYS: _Signature(object, 2, 2),
    MicroOp.SET_ITEM: _Signature(object, 3, 3),
    MicroOp.DEL_ITEM: _Signature(object, 2, 2),
    MicroOp.EVALUATE: _Signature(object, 1, 1),
    MicroOp.EXC_PUSH: _Signature(object, 1, 1),
    MicroOp.AND: _Signature(object, 2),
    MicroOp.OR: _Signature(object, 2),
    MicroOp.CONDITIONAL: _Signature(object, 3, 3),
    MicroOp.ASSIGN: _Signature(object, 2),
    MicroOp.FROM_IMPORT: _Signature(object, 2),
    MicroOp.ANNOTATE: _Signature(object, 2, 3),
}


class InvariantError(AssertionError):
    """A pass broke an invariant of the graph; the message lists all violations."""


def violations(function: Function) -> list[str]:
    """Return a list of all violations of the invariants of ``function``."""
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
    """Raise an error if an invariant is broken.

    Args:
        function: the graph to check.
        after: the name of the pass that has just run, for the message.

    Raises:
        InvariantError: at least one invariant is broken.
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
    """Return the region and its parents, up to a repeated or missing one."""
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
        expected = _SIGNATURES.get(node.op, _ANY)
        if not isinstance(node.payload, expected.payload):
            yield f"{name} has the payload {node.payload!r}"
            continue
        count = len(node.operands)
        if not expected.least <= count <= expected.most:
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
