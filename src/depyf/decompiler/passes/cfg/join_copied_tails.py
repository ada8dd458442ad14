"""Joins ends of a function that CPython copied behind a join (3.10, 3.12+).

Before (``x = a if b else c; return x``)::

    0: branch b -> 1, 2
    1: x = a; return x
    2: x = c; return x

After::

    0: branch b -> 1, 2    1: s = a; jump 3    2: s = c; jump 3    3: x = s; return x

A copy has the lines of the original, while two statements that only look alike have
lines of their own. What the join found on the stack may differ in one place.

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
from typing import TYPE_CHECKING, Dict, Iterator, Tuple

from depyf.decompiler.analysis.dominators import DominatorTree
from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Raise,
    Reraise,
    Return,
    successors,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.cfg.common_tail import Cut, Matcher
from depyf.decompiler.passes.cfg.joined_tail import join

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value

#: CPython copies ends of at most 4 instructions; a constant may be one more here.
_LIMIT = 5

#: Where nothing is copied, a jump to a RETURN_VALUE became one (to 3.9); a leaf counts.
_LEAST = 2

#: No region at all; None is what lies in none.
_NONE = -1

#: What two ends have to agree in: kind, line and number of values.
_Key = Tuple[type, int, int]

#: Ends that may still be joined with others, by id.
_Group = Dict[int, BasicBlock]


def run(function: Function) -> None:
    """Joins what it can; the code must still be in three-address form."""
    limit = _LIMIT if function.habits.tails_copied else _LEAST
    while _Ends(function, limit).join():
        pass


class _Ends:
    """The ends of a function that may be copies.

    Two that part at the latest branch are looked at first: from the leaves of the
    dominator tree up, what is left of the ends below its children meets at a node.
    """

    def __init__(self, function: Function, limit: int) -> None:
        self._function = function
        self._limit = limit
        graph = flow_graph(function, exceptions=True)
        self._tree = DominatorTree(graph, function.entry)
        self._usage: Usage | None = None
        self._groups: dict[int, _Group] = {}
        self._joints: dict[int, int] = {}
        apart = _handlers(function)
        apart |= _ends_of_function(function) if limit == _LEAST else set()
        self._ends: dict[_Key, list[int]] = {}
        self._nowhere = _ends_of_no_place(function)
        for block in function.blocks.values():
            key = _key_of(function, block)
            if key is not None and block.id in self._nowhere:
                key = (key[0], -1, *key[2:])
            if key is not None and block.id not in apart:
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
        known = {one.id, other.id} <= self._tree.position.keys()
        region = _common_region(self._function, one, other)
        if region == _NONE:
            return None
        if {one.id, other.id} <= self._nowhere:
            return self._join_nowhere(one, other) if known else None
        ends = Matcher(self._function, one, other)
        cut = ends.value() if self._limit == _LEAST else ends.cut(self._limit)
        if cut is not None and not self._is_one_piece(one, other, cut):
            cut = ends.captured or ends.on_lines
        if cut is None:
            return None
        joined = join(self._function, one, other, cut)
        joined.region = region
        if known:
            self._tree.add_leaf(joined.id, self._tree.common([one.id, other.id]))
        return joined

    def _join_nowhere(self, one: BasicBlock, other: BasicBlock) -> BasicBlock | None:
        """The return that two ways lead to which part behind the ``try`` it left."""
        common = self._tree.common([one.id, other.id])
        cut = Matcher(self._function, one, other).value()
        is_far = self._function.blocks[common].region != one.region
        if cut is None or cut.differing is not None or is_far:
            return None
        joined = join(self._function, one, other, cut)
        self._nowhere.add(joined.id)
        self._tree.add_leaf(joined.id, common)
        return joined

    def _is_one_piece(self, one: BasicBlock, other: BasicBlock, cut: Cut) -> bool:
        """True if the two differ in nothing, or as the arms of an expression do."""
        return cut.differing is None or (
            _are_arms(self._function, self._tree, one.id, other.id)
            and _only_computes(one, cut)
            and _only_computes(other, cut)
            and (self._function.evidence.has_columns or _begins_with(other, cut))
            and (self._limit != _LEAST or self._is_expression(one, other))
        )

    def _is_expression(self, one: BasicBlock, other: BasicBlock) -> bool:
        """True if nothing that the two ways do is a statement.

        Where a whole end is a copy its lines tell that; a jump has those of an arm.
        """
        place = self._tree.common([one.id, other.id])
        return all(
            value.op is MicroOp.ORIGIN or self._computes(value)
            for end in (one.id, other.id)
            for block in self._way(place, end)
            for value in self._function.blocks[block].body
        )

    def _computes(self, statement: Value) -> bool:
        """True for a part of an expression; of what ``:=`` stores a copy is left."""
        if statement.op is not MicroOp.STORE:
            return False
        if statement.variable.is_temporary:
            return True
        stored = statement.operands[0]
        if self._usage is None:
            self._usage = Usage.of(self._function)
        return stored.op is MicroOp.LOAD and self._usage.reads[stored.variable] > 1

    def _way(self, place: int, end: int) -> Iterator[int]:
        """Yields what control passes on every way from one block to another."""
        while end != place:
            yield end
            end = self._tree.parent[end]


def _handlers(function: Function) -> set[int]:
    """Handlers that end the function before they are done with their exception."""
    return {
        region.handler
        for region in function.regions.values()
        if all(
            value.op is not MicroOp.EXC_POP
            for value in function.blocks[region.handler].body
        )
    }


def _ends_of_function(function: Function) -> set[int]:
    """Each ``return None`` that nobody wrote: it has the line before it.

    What only tests lead to may be an arm of an expression.
    """
    reached = {
        target
        for block in function.blocks.values()
        if not isinstance(block.terminator, Branch)
        for target in successors(block.terminator)
    }
    return {
        block.id
        for block in function.blocks.values()
        if block.id in reached
        and isinstance(block.terminator, Return)
        and block.terminator.is_plain
        and not block.terminator.explicit
    }


def _ends_of_no_place(function: Function) -> set[int]:
    """Returns of a constant that have the place of what runs before them (3.11+).

    A ``return`` that leaves a ``try`` or ``with`` loads its constant at last, and that
    load has no place of its own.
    """
    found: set[int] = set()
    preds = predecessors(flow_graph(function)) if function.evidence.has_columns else {}
    for block in function.blocks.values() if preds else ():
        end = block.terminator
        if not isinstance(end, Return) or end.value.op is not MicroOp.CONST:
            continue
        place = function.evidence.span(end.origins[-1:])
        if place is None or end.is_plain:
            continue
        last = [max(value.all_origins(), default=-1) for value in block.body[-1:]]
        if not last:
            ends = [function.blocks[source].terminator for source in preds[block.id]]
            last = [max(end.origins, default=-1) for end in ends]
        if last and all(
            function.evidence.spans.get(offset) == place for offset in last
        ):
            found.add(block.id)
    return found


def _key_of(function: Function, block: BasicBlock) -> _Key | None:
    """What is compared first; None for blocks that are no ends."""
    end = block.terminator
    if not isinstance(end, (Return, Raise, Reraise)):
        return None
    line = function.evidence.line(end.origins)
    if line is None:
        return None
    return type(end), line, len(terminator_values(end))


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
        if isinstance(end, Return) and not any(
            value.op is not MicroOp.ORIGIN for value in bare.body
        ):
            around = {None, *function.region_chain(full.region)}
            if end.value.op is MicroOp.LOAD and end.value.variable.is_temporary:
                return bare.region if bare.region in around else _NONE
    return _NONE


def _only_computes(block: BasicBlock, cut: Cut) -> bool:
    """True if all before the common end belongs to an expression."""
    before = block.body[: len(block.body) - cut.length]
    return all(
        value.op is MicroOp.ORIGIN
        or (value.op is MicroOp.STORE and value.variable.is_temporary)
        for value in before
    )


def _begins_with(block: BasicBlock, cut: Cut) -> bool:
    """True if the common end begins with using what differs: the join's value."""
    start = len(block.body) - cut.length
    first = [block.body[start]] if cut.length else terminator_values(block.terminator)
    leaf = None if cut.differing is None else cut.differing[1]
    return any(node is leaf for value in first for node in value.walk())


def _are_arms(
    function: Function, tree: DominatorTree[int], one: int, other: int
) -> bool:
    """True if the two lie on the two sides of one test that is no ``case``."""
    if one not in tree.parent or other not in tree.parent:
        return False
    for parent, arm in ((tree.parent[one], other), (tree.parent[other], one)):
        end = function.blocks[parent].terminator
        if isinstance(end, Branch) and end.test.op is MicroOp.MATCHES:
            return False
        if isinstance(end, Branch) and tree.dominates(parent, arm):
            return not _leaves(function, tree.parent[arm], parent, {one, other})
    return False


def _leaves(function: Function, test: int, outer: int, arms: set[int]) -> bool:
    """True if one side of a test inside an arm returns something else."""
    end = function.blocks[test].terminator
    if test == outer or not isinstance(end, Branch):
        return False
    return any(
        isinstance(function.blocks[side].terminator, Return)
        for side in {*successors(end)} - arms
    )
