"""Where the body of an exception handler begins and ends."""

from __future__ import annotations

from depyf.analysis.traversal import flow_graph, predecessors
from depyf.ir.function import BasicBlock, Function, Jump, Return, successors
from depyf.ir.micro_op import MicroOp


class StructureError(Exception):
    """The control flow has no structured form that this package finds."""


def handler_blocks(function: Function, entry: int) -> set[int]:
    """Blocks from a handler's entry to where it forgets its exception.

    A block that ends with the EXC_POP of this handler is the last on its way, but
    for a plain ``return`` that only follows it.
    """
    before = predecessors(flow_graph(function))
    depth_at: dict[int, int] = {entry: 0}
    pending = [entry]
    while pending:
        block = function.blocks[pending.pop()]
        depth = depth_at[block.id] + exception_depth(block)
        for target in successors(block.terminator):
            if target in depth_at:
                continue
            if depth > 0:
                depth_at[target] = depth
                pending.append(target)
            else:
                way_out = _way_to_return(function, target, block.id, before)
                depth_at.update(dict.fromkeys(way_out, depth))
    return set(depth_at)


def exception_depth(block: BasicBlock) -> int:
    """EXC_PUSHes less EXC_POPs of a block."""
    pushes = sum(value.op is MicroOp.EXC_PUSH for value in block.body)
    return pushes - sum(value.op is MicroOp.EXC_POP for value in block.body)


def _way_to_return(
    function: Function, target: int, source: int, before: dict[int, list[int]]
) -> list[int]:
    """Blocks from ``target`` to a plain return that only leave handlers on the way."""
    way: list[int] = []
    while before[target] == [source] and target not in way:
        block = function.blocks[target]
        way.append(target)
        if _is_plain_return(block):
            return way
        if not isinstance(block.terminator, Jump) or any(
            value.op not in (MicroOp.ORIGIN, MicroOp.EXC_POP) for value in block.body
        ):
            return []
        source, target = target, block.terminator.target
    return []


def _is_plain_return(block: BasicBlock) -> bool:
    return (
        isinstance(block.terminator, Return)
        and not block.terminator.value.operands
        and all(value.op is MicroOp.ORIGIN for value in block.body)
    )
