"""Create, split and number blocks; ids stay in source order.

Example of `isolate_iterations` (CPython 3.8 to 3.14)::

    def f(a):
        for x in a:
            return x
        return 1

Before::

    block 0:
        %t0 = iter(a)
        $s0 = %t0
        $s1 = next $s0 ? 1 : 2

After::

    block 0:
        %t0 = iter(a)
        $s0 = %t0
        jump 3
    block 3:
        $s1 = next $s0 ? 1 : 2
"""

from __future__ import annotations

from collections import defaultdict
from typing import Mapping, Sequence

from depyf.decompiler.ir import function as cfg

#: The distance between the ids of neighbouring blocks, which leaves room for new ones.
SPACING = 64


def renumber(function: cfg.Function) -> None:
    """Multiply all block ids by `SPACING`."""
    numbers = {old: old * SPACING for old in function.blocks}
    blocks: dict[int, cfg.BasicBlock] = {}
    for block in function.blocks.values():
        # Targets go through negative numbers, so that new ids are not taken for old
        # ones.
        for target in sorted(set(cfg.successors(block.terminator)), reverse=True):
            cfg.retarget(block.terminator, target, -numbers[target] - 1)
        for target in set(cfg.successors(block.terminator)):
            cfg.retarget(block.terminator, target, -target - 1)
        block.id = numbers[block.id]
        blocks[block.id] = block
    for region in function.regions.values():
        region.handler = numbers[region.handler]
    function.blocks = blocks
    function.entry = numbers[function.entry]


def free_id(function: cfg.Function, near: int, step: int) -> int:
    """Return the first unused id after ``near`` (``step`` 1) or before it (-1)."""
    candidate = near + step
    while candidate in function.blocks:
        candidate += step
    return candidate


def split(function: cfg.Function, block: cfg.BasicBlock, index: int) -> cfg.BasicBlock:
    """Cut a block before statement ``index``; return the new second half."""
    second = cfg.BasicBlock(
        free_id(function, block.id, 1),
        block.body[index:],
        block.terminator,
        block.region,
        block.depth,
    )
    block.body = block.body[:index]
    block.terminator = cfg.Jump(second.id)
    function.blocks[second.id] = second
    return second


def isolate_iterations(function: cfg.Function) -> None:
    """Put every `Next` into a separate block, which becomes the loop header."""
    for block in list(function.blocks.values()):
        if isinstance(block.terminator, cfg.Next) and block.body:
            split(function, block, len(block.body))


def exits(function: cfg.Function, inside: set[int]) -> list[int]:
    """Return the blocks outside ``inside`` that normal edges from inside lead to."""
    targets = {
        target
        for block in inside
        for target in cfg.successors(function.blocks[block].terminator)
    }
    return sorted(targets - inside)


def entries(
    function: cfg.Function, inside: set[int], preds: Mapping[int, Sequence[int]]
) -> list[int]:
    """Return the blocks of ``inside`` that normal edges from outside lead to.

    Args:
        function: the graph.
        inside: ids of blocks.
        preds: the predecessors of all blocks.
    """
    return sorted(
        block
        for block in inside
        if block == function.entry
        or any(source not in inside for source in preds[block])
    )


def innermost_first(function: cfg.Function) -> list[int]:
    """Return the region ids, nested regions before those around them."""
    return sorted(
        function.regions,
        key=lambda region: (-len(list(function.region_chain(region))), region),
    )


def dissolve(function: cfg.Function, region: int) -> None:
    """Remove a region; its blocks then belong to the region around it."""
    parent = function.regions[region].parent
    for block in function.blocks.values():
        if block.region == region:
            block.region = parent
    for other in function.regions.values():
        if other.parent == region:
            other.parent = parent
    del function.regions[region]


class ProtectedBlocks:
    """The blocks of each region; passes report the blocks that they add and move."""

    def __init__(self, function: cfg.Function) -> None:
        """Read the regions of all blocks."""
        self._own: defaultdict[int | None, set[int]] = defaultdict(set)
        self._inner: defaultdict[int | None, list[int]] = defaultdict(list)
        for block in function.blocks.values():
            self._own[block.region].add(block.id)
        for key, region in function.regions.items():
            self._inner[region.parent].append(key)

    def of(self, region: int) -> set[int]:
        """Return the ids of the blocks in ``region`` and in regions nested in it."""
        blocks: set[int] = set()
        pending = [region]
        for inner in pending:
            blocks |= self._own.get(inner, set())
            pending += self._inner.get(inner, ())
        return blocks

    def add(self, block: cfg.BasicBlock) -> None:
        """Add a new block to its region."""
        self._own[block.region].add(block.id)

    def move(self, block: cfg.BasicBlock, region: int | None) -> None:
        """Move a block into another region, also in the graph."""
        self._own[block.region].discard(block.id)
        block.region = region
        self.add(block)
