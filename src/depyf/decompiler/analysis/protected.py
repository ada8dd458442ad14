"""Which blocks a region protects, for passes that ask of one region after another."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


class ProtectedBlocks:
    """The blocks of each region, read once; a pass tells what it adds and moves."""

    def __init__(self, function: Function) -> None:
        """Reads the regions of all blocks."""
        self._own: defaultdict[int | None, set[int]] = defaultdict(set)
        self._inner: defaultdict[int | None, list[int]] = defaultdict(list)
        for block in function.blocks.values():
            self._own[block.region].add(block.id)
        for key, region in function.regions.items():
            self._inner[region.parent].append(key)

    def of(self, region: int) -> set[int]:
        """Ids of all blocks that ``region`` protects, nested regions included."""
        blocks: set[int] = set()
        pending = [region]
        for inner in pending:
            blocks |= self._own.get(inner, set())
            pending += self._inner.get(inner, ())
        return blocks

    def add(self, block: BasicBlock) -> None:
        """Notes a new block in its region."""
        self._own[block.region].add(block.id)

    def move(self, block: BasicBlock, region: int | None) -> None:
        """Puts a block into another region, in the graph as well."""
        self._own[block.region].discard(block.id)
        block.region = region
        self.add(block)
