"""Where the body of an exception handler begins and ends."""

from __future__ import annotations

from depyf.analysis.traversal import flow_graph, predecessors
from depyf.ir.function import BasicBlock, Function, Return, successors
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
            following = function.blocks[target]
            if target in depth_at:
                continue
            if depth > 0 or (
                before[target] == [block.id] and _is_plain_return(following)
            ):
                depth_at[target] = depth
                pending.append(target)
    return set(depth_at)


def exception_depth(block: BasicBlock) -> int:
    """EXC_PUSHes less EXC_POPs of a block."""
    pushes = sum(value.op is MicroOp.EXC_PUSH for value in block.body)
    return pushes - sum(value.op is MicroOp.EXC_POP for value in block.body)


def _is_plain_return(block: BasicBlock) -> bool:
    return (
        isinstance(block.terminator, Return)
        and not block.terminator.value.operands
        and all(value.op is MicroOp.ORIGIN for value in block.body)
    )
