"""Find where the body of an exception handler begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value, Variable

#: The number of operands of EXC_MATCH.
_CAUGHT_AND_TYPE = 2


class StructureError(Exception):
    """The control flow has no structured form that this package finds."""


def handler_blocks(
    function: cfg.Function, entry: int, preds: Mapping[int, Sequence[int]]
) -> set[int]:
    """Return the blocks from a handler's entry to the EXC_POP of its exception.

    A path ends with the block that has the handler's EXC_POP. If only a plain
    ``return`` follows, it is included, except for ``except*``.

    Args:
        function: the graph.
        entry: the handler's first block.
        preds: the predecessors of all blocks.
    """
    test = _type_test(function.blocks[entry])
    column = _type_column(function, test)
    is_group = test is not None and test.payload is not None
    depth_at: dict[int, int] = {entry: 0}
    pending = [entry]
    while pending:
        block = function.blocks[pending.pop()]
        depth = depth_at[block.id] + exception_depth(block)
        for target in cfg.successors(block.terminator):
            if target in depth_at:
                continue
            if depth > 0:
                depth_at[target] = depth
                pending.append(target)
            elif not is_group:
                way_out = _way_to_return(function, target, block.id, preds)
                way = [block.id, *way_out]
                if not way_out or (
                    test is not None and _stands_after(function, way, column)
                ):
                    continue
                depth_at.update(dict.fromkeys(way_out, depth))
    return set(depth_at)


def _type_test(entry: cfg.BasicBlock) -> Value | None:
    """Return the test of ``except Type``, or None.

    A ``finally`` has no test, and the code after its EXC_POP may contain the returned
    value. The test of ``except*`` has a payload.
    """
    end = entry.terminator
    if isinstance(end, cfg.Branch) and end.test.op is MicroOp.EXC_MATCH:
        return end.test
    return None


def _type_column(function: cfg.Function, test: Value | None) -> int:
    """Return the column of the type that a handler catches; 0 if unknown."""
    if test is None or len(test.operands) != _CAUGHT_AND_TYPE:
        return 0
    place = function.evidence.span_of(test.operands[1])
    return 0 if place is None else place.column


def caught_exception(block: cfg.BasicBlock) -> Variable | None:
    """Return the variable in which a handler's entry block stores the exception."""
    for statement in block.body:
        if (
            statement.op is MicroOp.STORE
            and statement.operands[0].op is MicroOp.EXCEPTION
        ):
            return statement.variable
    return None


def is_clean_up(value: Value) -> bool:
    """Return whether a statement only unbinds a name or restores a value."""
    if value.op is MicroOp.STORE:
        return not value.operands[0].operands
    return value.op in (MicroOp.ORIGIN, MicroOp.DELETE)


def exception_depth(block: cfg.BasicBlock) -> int:
    """Return the number of EXC_PUSHes minus EXC_POPs in a block."""
    pushes = sum(value.op is MicroOp.EXC_PUSH for value in block.body)
    return pushes - sum(value.op is MicroOp.EXC_POP for value in block.body)


def _stands_after(function: cfg.Function, way: list[int], column: int) -> bool:
    """Return whether the ``return`` after a handler is outside the ``try``.

    Args:
        function: the graph.
        way: the blocks from the one that leaves the handler to the ``return``.
        column: the column of the type that the handler catches; 0 if unknown.
    """
    source, block = (function.blocks[number] for number in way[-2:])
    if _was_ready(block, source) is False:
        return True
    end = block.terminator
    if not isinstance(end, cfg.Return):
        return False
    place = function.evidence.span_of_return(end.value, end.origins)
    return place is not None and place.column <= column - len("except ")


def _way_to_return(
    function: cfg.Function, target: int, source: int, preds: Mapping[int, Sequence[int]]
) -> list[int]:
    """Return the path from ``target`` to a plain ``return``; empty if there is none.

    The blocks on the path may only leave handlers. A ``return`` whose value was
    computed inside the handler counts, too.
    """
    way: list[int] = []
    while list(preds[target]) == [source] and target not in way:
        block = function.blocks[target]
        way.append(target)
        if _is_plain_return(block) or _was_ready(block, function.blocks[source]):
            return way
        if not isinstance(block.terminator, cfg.Jump) or any(
            value.op not in (MicroOp.ORIGIN, MicroOp.EXC_POP) for value in block.body
        ):
            return []
        source, target = target, block.terminator.target
    return []


def _was_ready(block: cfg.BasicBlock, source: cfg.BasicBlock) -> bool | None:
    """Return whether a ``return``'s value is computed before the handler's EXC_POP.

    None if that is unknown, as for a constant, which is always loaded last.
    """
    end = block.terminator
    last = source.body[-1] if source.body else None
    if (
        last is None
        or last.op is not MicroOp.EXC_POP
        or not isinstance(end, cfg.Return)
    ):
        return None
    if end.value.op is MicroOp.CONST or not (end.value.origins and last.origins):
        return None
    if any(value.op is not MicroOp.ORIGIN for value in block.body):
        return None
    return max(end.value.all_origins()) < max(last.origins)


def _is_plain_return(block: cfg.BasicBlock) -> bool:
    return (
        isinstance(block.terminator, cfg.Return)
        and not block.terminator.value.operands
        and all(value.op is MicroOp.ORIGIN for value in block.body)
    )
