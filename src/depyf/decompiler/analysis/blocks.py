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

#: Distance between the ids of neighbouring blocks, room for new ones in between.
SPACING = 64


def renumber(function: cfg.Function) -> None:
    """Multiplies all block ids by `SPACING`."""
    numbers = {old: old * SPACING for old in function.blocks}
    blocks: dict[int, cfg.BasicBlock] = {}
    for block in function.blocks.values():
        # From the highest target down, so that no new id is taken for an old one.
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
    """The first unused id beside ``near``, ``step`` 1 after or -1 before it."""
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
    """Put every `Next` into a block of its own, which becomes the loop header."""
    for block in list(function.blocks.values()):
        if isinstance(block.terminator, cfg.Next) and block.body:
            split(function, block, len(block.body))


def exits(function: cfg.Function, inside: set[int]) -> list[int]:
    """Blocks outside of ``inside`` that a normal edge from inside reaches."""
    targets = {
        target
        for block in inside
        for target in cfg.successors(function.blocks[block].terminator)
    }
    return sorted(targets - inside)


def entries(
    function: cfg.Function, inside: set[int], preds: Mapping[int, Sequence[int]]
) -> list[int]:
    """Blocks of ``inside`` that a normal edge from outside reaches.

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
    """Region ids, nested ones before those around them."""
    return sorted(
        function.regions,
        key=lambda region: (-len(list(function.region_chain(region))), region),
    )


def dissolve(function: cfg.Function, region: int) -> None:
    """Remove a region; its blocks then belong to its parent."""
    parent = function.regions[region].parent
    for block in function.blocks.values():
        if block.region == region:
            block.region = parent
    for other in function.regions.values():
        if other.parent == region:
            other.parent = parent
    del function.regions[region]


class ProtectedBlocks:
    """The blocks of each region, read once; passes report what they add and move."""

    def __init__(self, function: cfg.Function) -> None:
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

    def add(self, block: cfg.BasicBlock) -> None:
        """Notes a new block in its region."""
        self._own[block.region].add(block.id)

    def move(self, block: cfg.BasicBlock, region: int | None) -> None:
        """Puts a block into another region, in the graph as well."""
        self._own[block.region].discard(block.id)
        block.region = region
        self.add(block)
