"""Joins ends of a function that CPython copied behind a join (3.10, 3.12+).

Before (``x = a if b else c; return x``)::

    0: branch b -> 1, 2
    1: x = a; return x
    2: x = c; return x

After::

    0: branch b -> 1, 2    1: s = a; jump 3    2: s = c; jump 3    3: x = s; return x

A copy has the lines of the original, while two statements that only look alike have
lines of their own. What the join found on the stack may differ in one place.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from itertools import starmap
from typing import Dict, Optional, Tuple

from depyf.analysis.blocks import free_id
from depyf.analysis.dominators import DominatorTree
from depyf.analysis.traversal import flow_graph
from depyf.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Jump,
    Raise,
    Return,
    set_terminator_values,
    successors,
    terminator_values,
)
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import (
    Value,
    Variable,
    load,
    store,
    temporary,
)

#: CPython copies ends of at most 4 instructions; a constant may be one more here.
_LIMIT = 5

#: Where nothing is copied, a jump to a RETURN_VALUE became one (to 3.9); a leaf counts.
_LEAST = 2

_Pair = Tuple[Value, Value]


#: What two ends have to agree in: kind, line, number of values and region.
_Key = Tuple[type, int, int, Optional[int]]

#: Ends that may still be joined with others, by id.
_Group = Dict[int, BasicBlock]


def run(function: Function, *, ends_copied: bool = True) -> None:
    """Joins what it can; the code must still be in three-address form.

    Args:
        function: the graph, changed in place.
        ends_copied: whole ends of the function may be copies.
    """
    limit = _LIMIT if ends_copied else _LEAST
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
        self._tree = DominatorTree(flow_graph(function), function.entry)
        self._groups: dict[int, _Group] = {}
        self._joints: dict[int, int] = {}
        handlers = {region.handler for region in function.regions.values()}
        implied = _ends_of_function(function) if limit == _LEAST else set()
        self._ends: dict[_Key, list[int]] = {}
        for block in function.blocks.values():
            key = _key_of(function, block)
            if key is not None and block.id not in handlers | implied:
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
        cut = _Matcher(self._function, one, other).cut(self._limit)
        if cut is None or not self._is_one_piece(one, other, cut):
            return None
        joined = _join(self._function, one, other, cut)
        if {one.id, other.id} <= self._tree.position.keys():
            self._tree.add_leaf(joined.id, self._tree.common([one.id, other.id]))
        return joined

    def _is_one_piece(self, one: BasicBlock, other: BasicBlock, cut: _Cut) -> bool:
        """True if the two differ in nothing, or as the arms of an expression do."""
        return cut.differing is None or (
            _are_arms(self._function, self._tree, one.id, other.id)
            and _only_computes(one, cut)
            and _only_computes(other, cut)
            and _begins_with(other, cut)
        )


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
        and not block.terminator.written
    }


def _key_of(function: Function, block: BasicBlock) -> _Key | None:
    """What is compared first; None for blocks that are no ends."""
    end = block.terminator
    if not isinstance(end, (Return, Raise)):
        return None
    line = function.lines.get(max(end.origins, default=-1))
    if line is None:
        return None
    return type(end), line, len(terminator_values(end)), block.region


def _only_computes(block: BasicBlock, cut: _Cut) -> bool:
    """True if all before the common end belongs to an expression."""
    before = block.body[: len(block.body) - cut.length]
    return all(
        value.op is MicroOp.ORIGIN
        or (value.op is MicroOp.STORE and value.variable.is_temporary)
        for value in before
    )


def _begins_with(block: BasicBlock, cut: _Cut) -> bool:
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
            return True
    return False


@dataclass
class _Cut:
    """The common suffix: its length in statements, and what differs before it."""

    length: int
    differing: _Pair | None


@dataclass
class _Matcher:
    function: Function
    one: BasicBlock
    other: BasicBlock
    pairs: list[_Pair] = field(default_factory=list)

    def cut(self, limit: int) -> _Cut | None:
        """The longest common suffix with at most one difference.

        Where two arms meet they differ; what is alike further on is a longer copy, of
        a ``finally`` perhaps, whose beginning is not to be found here.
        """
        one, other = self.one.terminator, self.other.terminator
        if type(one) is not type(other):
            return None
        values = terminator_values(one), terminator_values(other)
        cost = 1 + max(sum(map(_cost, side)) for side in values)
        if len(values[0]) != len(values[1]) or not self._same_lines(
            frozenset(one.origins), frozenset(other.origins)
        ):
            return None
        self.pairs = [pair for pair in zip(*values) if _differs(pair)]
        best: _Cut | None = None
        length = 0
        while cost <= limit:
            pairs = list(self.pairs)
            if not pairs:
                best = _Cut(length, None)
            length += 1
            step = self._step(length)
            if len(pairs) == 1 and (step is None or len(self.pairs) > 1):
                best = _Cut(length - 1, pairs[0])
            if step is None:
                break
            cost += step
        return best

    def _step(self, length: int) -> int | None:
        """Matches one statement more; its cost, None if the two differ."""
        if length > min(len(self.one.body), len(self.other.body)):
            return None
        one, other = self.one.body[-length], self.other.body[-length]
        if not self._same_lines(one.all_origins(), other.all_origins()):
            return None
        inner = _compare(one, other)
        if inner is None:
            return None
        if one.op is MicroOp.STORE and one.variable != other.variable:
            pair = self._pair_of(one.variable, other.variable)
            if pair is None:
                return None
            self.pairs = [p for p in self.pairs if p is not pair]
        self.pairs += [p for p in inner if not self._known(p)]
        return _cost(one)

    def _pair_of(self, one: Variable, other: Variable) -> _Pair | None:
        for pair in self.pairs:
            if pair[0].payload == one and pair[1].payload == other:
                return pair
        return None

    def _known(self, pair: _Pair) -> bool:
        return any(
            known[0].payload == pair[0].payload and known[1].payload == pair[1].payload
            for known in self.pairs
        )

    def _same_lines(self, one: frozenset[int], other: frozenset[int]) -> bool:
        # What left no statement (a dropped value) counts for the next one, so only
        # the last instruction is certain to be the statement's own.
        ours, theirs = max(one, default=-1), max(other, default=-1)
        places = self.function.places
        if ours in places and theirs in places and places[ours] != places[theirs]:
            return False
        lines = self.function.lines
        return lines.get(ours) == lines.get(theirs) and ours in lines


def _cost(statement: Value) -> int:
    """About how many instructions a statement in three-address form is."""
    return sum(
        1
        for node in statement.walk()
        if not (node.op in (MicroOp.STORE, MicroOp.LOAD) and node.variable.is_temporary)
    )


def _compare(one: Value, other: Value) -> list[_Pair] | None:
    """Leaves in which two statements differ; None if they differ otherwise."""
    differing: list[_Pair] = []
    pending = [(one, other)]
    while pending:
        a, b = pending.pop()
        if not a.operands and not b.operands and a is not one:
            if _differs((a, b)):
                differing.append((a, b))
            continue
        if a.op is not b.op or len(a.operands) != len(b.operands):
            return None
        stores = a.op is MicroOp.STORE and a.variable.is_temporary
        if not stores and a.payload != b.payload:
            return None
        pending.extend(zip(a.operands, b.operands))
    return differing


def _differs(pair: _Pair) -> bool:
    one, other = pair
    return one.op is not other.op or one.payload != other.payload


def _join(
    function: Function, one: BasicBlock, other: BasicBlock, cut: _Cut
) -> BasicBlock:
    start = len(other.body) - cut.length
    joined = BasicBlock(
        free_id(function, max(one.id, other.id), 1),
        other.body[start:],
        other.terminator,
        other.region,
        other.depth,
    )
    function.blocks[joined.id] = joined
    one.body = one.body[: len(one.body) - cut.length]
    other.body = other.body[:start]
    if cut.differing is not None:
        sides = list(zip((one, other), cut.differing))
        slot = next((v for v in starmap(_met_value, sides) if v is not None), None)
        if slot is None:
            slot = temporary(function.next_temp)
            function.next_temp += 1
        for block, leaf in sides:
            if leaf.op is not MicroOp.LOAD or leaf.variable != slot:
                block.body.append(store(slot, leaf))
        _replace_leaf(joined, cut.differing[1], slot)
    one.terminator = Jump(joined.id)
    other.terminator = Jump(joined.id)
    return joined


def _met_value(before: BasicBlock, leaf: Value) -> Variable | None:
    """The variable in which several ways bring their value, if one way is nothing else.

    The function ends behind the join, so nobody else asks for that variable.
    """
    if leaf.op is not MicroOp.LOAD or not leaf.variable.is_temporary:
        return None
    is_place = all(value.op is MicroOp.ORIGIN for value in before.body)
    return leaf.variable if is_place else None


def _replace_leaf(block: BasicBlock, leaf: Value, slot: Variable) -> None:
    """Replaces the one leaf (by identity) that the two copies differ in."""

    def change(node: Value) -> Value:
        if node is leaf:
            return load(slot)
        return node.with_operands(tuple(change(o) for o in node.operands))

    block.body = [change(statement) for statement in block.body]
    values = terminator_values(block.terminator)
    if values:
        set_terminator_values(block.terminator, tuple(change(v) for v in values))
