"""Joins ends of a function that CPython copied behind a join (3.10, 3.12+).

A copy has the lines of the original, while two statements that only look alike have
lines of their own. What the join found on the stack may differ in one place.

Example (CPython 3.10)::

    def f(a, b, c):
        x = a if b else c
        return x

Before::

    block 1:
        x = a
        return x
    block 2:
        x = c
        return x

After::

    block 1:
        %t0 = a
        jump 3
    block 2:
        %t0 = c
        jump 3
    block 3:
        x = %t0
        return x

Example (CPython 3.11 to 3.13)::

    def f(a):
        with a:
            pass

Before::

    block 2 depth 1:
        origin
        %t5 = call[_,_,_](%t3, None, None, None)
        evaluate(%t5)
        return None
    block 4 depth 4:
        exc_pop
        return None

After::

    block 2 depth 1:
        origin
        %t5 = call[_,_,_](%t3, None, None, None)
        evaluate(%t5)
        jump 6
    block 4 depth 4:
        exc_pop
        jump 6
    block 6 depth 4:
        return None
"""

from __future__ import annotations

import heapq
from typing import Dict, Tuple

from depyf.decompiler.analysis.dominators import DominatorTree
from depyf.decompiler.analysis.traversal import flow_graph
from depyf.decompiler.ir.function import BasicBlock, Function, Return, terminator_values
from depyf.decompiler.passes.cfg.merge_tails import join
from depyf.decompiler.passes.cfg.tail_copiers import (
    Copier,
    Pair,
    Surroundings,
    copiers,
)

#: No region at all; None is what lies in none.
_NONE = -1

#: What two ends have to agree in: who copied them, kind, line and number of values.
_Key = Tuple[str, type, int, int]

#: Ends that may still be joined with others, by id.
_Group = Dict[int, BasicBlock]


def run(function: Function) -> None:
    """Joins what it can; the code must still be in three-address form."""
    while _Ends(function).join():
        pass


class _Ends:
    """The ends of a function that may be copies.

    Two that part at the latest branch are looked at first: from the leaves of the
    dominator tree up, what is left of the ends below its children meets at a node.
    """

    def __init__(self, function: Function) -> None:
        self._function = function
        graph = flow_graph(function, exceptions=True)
        self._tree = DominatorTree(graph, function.entry)
        self._around = Surroundings(function, self._tree)
        self._groups: dict[int, _Group] = {}
        self._joints: dict[int, int] = {}
        self._ends: dict[_Key, list[int]] = {}
        self._copiers = copiers(function)
        for block in function.blocks.values():
            key = _key_of(function, block, self._copiers.get(block.id))
            if key is not None:
                self._ends.setdefault(key, []).append(block.id)
                self._groups[block.id] = {block.id: block}

    def join(self) -> bool:
        """Joins all pairs that can be.

        Returns:
            True if it has to be done again: what is known of the graph is void.
        """
        meetings = self._meetings()
        for place in sorted(meetings, reverse=True):
            pairs: list[tuple[int, int]] = []
            for one, other in meetings[place]:
                pairs += self._meet(self._group(one), self._group(other))
            heapq.heapify(pairs)
            while pairs:
                first, second = heapq.heappop(pairs)
                alive = self._groups[first]
                if not {first, second} <= alive.keys():
                    continue
                joined = self._joined(alive[first], alive[second])
                if joined is None:
                    continue
                if place < 0:
                    return True
                del alive[first], alive[second]
                self._joints[first] = self._joints[second] = joined.id
                self._groups[joined.id] = {joined.id: joined}
                for pair in self._meet(alive, self._groups[joined.id]):
                    heapq.heappush(pairs, pair)
        return False

    def _meetings(self) -> dict[int, list[tuple[int, int]]]:
        """Neighbours in the tree of one key, by the place where the ways to them part.

        Any two ends part where two neighbours between them do, so pairs of neighbours
        bring all together.
        """
        found: dict[int, list[tuple[int, int]]] = {}
        for ends in self._ends.values():
            ends.sort(key=lambda end: self._tree.preorder.get(end, -1))
            for one, other in zip(ends, ends[1:]):
                known = {one, other} <= self._tree.position.keys()
                node = self._tree.common([one, other]) if known else None
                place = -1 if node is None else self._tree.position[node]
                found.setdefault(place, []).append((one, other))
        return found

    def _group(self, end: int) -> _Group:
        """What is left of the ends that met with this one."""
        while end in self._joints:
            end = self._joints[end]
        return self._groups[end]

    def _meet(self, one: _Group, other: _Group) -> list[tuple[int, int]]:
        """Makes one group of two; returns the pairs that have not met before."""
        pairs = [(min(a, b), max(a, b)) for a in one for b in other]
        large, small = (one, other) if len(one) >= len(other) else (other, one)
        large.update(small)
        self._groups.update(dict.fromkeys(small, large))
        return pairs

    def _joined(self, one: BasicBlock, other: BasicBlock) -> BasicBlock | None:
        """The common end of two, None if they have none."""
        region = _common_region(self._function, one, other)
        if region == _NONE:
            return None
        copier = self._copiers[one.id]
        pair = Pair(self._around, one, other)
        cut = copier.cut(pair)
        if cut is None:
            return None
        parting = pair.parting
        joined = join(self._function, one, other, cut)
        joined.region = region
        self._copiers[joined.id] = copier
        if parting is not None:
            self._tree.add_leaf(joined.id, parting)
        return joined


def _key_of(
    function: Function, block: BasicBlock, copier: Copier | None
) -> _Key | None:
    """What is compared first; None for blocks that nobody copied."""
    line = function.evidence.line(block.terminator.origins)
    if copier is None or line is None:
        return None
    values = terminator_values(block.terminator)
    place = line if copier.is_on_line else -1
    return copier.name, type(block.terminator), place, len(values)


def _common_region(
    function: Function, one: BasicBlock, other: BasicBlock
) -> int | None:
    """The region in which two ends may be one; `_NONE` if there is none.

    A bare ``return`` raises nothing: the compiler protects some copies of it only.
    """
    if one.region == other.region:
        return one.region
    for bare, full in ((one, other), (other, one)):
        end = bare.terminator
        if isinstance(end, Return) and not bare.statements:
            around = {None, *function.region_chain(full.region)}
            if end.value.loads_temporary:
                return bare.region if bare.region in around else _NONE
    return _NONE
