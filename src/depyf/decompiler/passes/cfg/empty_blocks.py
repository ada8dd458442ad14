"""Takes empty blocks out of regions that control does not come from (3.14).

The end of a test that is not taken is an instruction of its own, and may lie in the
exception range of what is tried although the test behind it does not: block 2 of
``1: branch a -> 2, 3`` and ``2 in region 0: jump 4``. Then it is taken out of region 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.ir.function import Branch, Jump

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


def run(function: Function) -> None:
    """Changes the regions of blocks."""
    empty = [
        block
        for block in function.blocks.values()
        if block.region is not None
        and isinstance(block.terminator, Jump)
        and not block.statements
    ]
    preds = predecessors(flow_graph(function)) if empty else {}
    for block in empty:
        assert block.region is not None
        around = function.regions[block.region].parent
        sources = [function.blocks[source] for source in preds[block.id]]
        if all(one.region == around and _is_test(one) for one in sources):
            block.region = around


def _is_test(block: BasicBlock) -> bool:
    return isinstance(block.terminator, Branch)
