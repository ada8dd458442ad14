"""Merge the copies that CPython makes of the end of a function.

CPython copies short ends after a join (3.10, 3.12+). A copy has the lines of the
original, while two statements that only look alike have different lines. The copies may
differ in one value that was on the stack at the join.

In 3.8 and 3.9, a jump to a return becomes that return. If the expression has several
lines, lines do not distinguish such a copy from a statement. A value that a test keeps
on the stack does.

Example of `join_copied_tails` (CPython 3.10)::

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

Example of `join_copied_tails` (CPython 3.11 to 3.13)::

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

Example of `join_kept_values` (CPython 3.8 to 3.9)::

    def f(a):
        return 0 <= a <= 1 or 2 <= a <= 3

Before::

    block 6 depth 1:
        %t10 = compare[<=](%t8, 3)
        return %t10

After::

    block 6 depth 1:
        %t10 = compare[<=](%t8, 3)
        %t5 = %t10
        jump 4
"""

from __future__ import annotations

import heapq
from functools import cached_property
from typing import TYPE_CHECKING, Dict, Iterator, Tuple

from depyf.decompiler.analysis.dominators import DominatorTree
from depyf.decompiler.analysis.traversal import flow_graph
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.arms import assigned_value
from depyf.decompiler.passes.cfg.common_tail import join, return_through
from depyf.decompiler.passes.cfg.tail_copiers import Copier, Pair, Surroundings, copiers

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Variable


#: The code has no common region; None means outside all regions.
_NONE = -1

#: The key of ends that may be copies: copier, type of terminator, line, number of
#: values.
_Key = Tuple[str, type, int, int]

#: Maps block ids to ends that may still be joined with others.
_Group = Dict[int, cfg.BasicBlock]


def join_copied_tails(function: cfg.Function) -> None:
    """Join all copied ends; the code must still be three-address code."""
    while _Ends(function).join():
        pass


class _Ends:
    """The ends of a function that may be copies of each other.

    Pairs whose paths part late are compared first. The dominator tree is walked from
    the leaves up. At each node, the remaining ends below its children are compared.
    """

    def __init__(self, function: cfg.Function) -> None:
        self._function = function
        self._groups: dict[int, _Group] = {}
        self._joints: dict[int, int] = {}
        self._ends: dict[_Key, list[int]] = {}
        self._copiers = copiers(function)
        for block in function.blocks.values():
            key = _key_of(function, block, self._copiers.get(block.id))
            if key is not None:
                self._ends.setdefault(key, []).append(block.id)
                self._groups[block.id] = {block.id: block}

    @cached_property
    def _tree(self) -> DominatorTree[int]:
        graph = flow_graph(self._function, exceptions=True)
        return DominatorTree(graph, self._function.entry)

    @cached_property
    def _around(self) -> Surroundings:
        return Surroundings(self._function, self._tree)

    def join(self) -> bool:
        """Merge each pair of ends that are copies of each other.

        Returns:
            True if it must run again with new analyses of the graph.
        """
        if all(len(ends) == 1 for ends in self._ends.values()):
            return False
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
        """Return pairs of neighbouring ends, by the block at which their paths part.

        Any two ends part at a block where two neighbours between them part, so pairs of
        neighbours are enough.
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
        """Return the group that an end was merged into."""
        while end in self._joints:
            end = self._joints[end]
        return self._groups[end]

    def _meet(self, one: _Group, other: _Group) -> list[tuple[int, int]]:
        """Merge two groups; return the pairs that were not compared before."""
        pairs = [(min(a, b), max(a, b)) for a in one for b in other]
        large, small = (one, other) if len(one) >= len(other) else (other, one)
        large.update(small)
        self._groups.update(dict.fromkeys(small, large))
        return pairs

    def _joined(
        self, one: cfg.BasicBlock, other: cfg.BasicBlock
    ) -> cfg.BasicBlock | None:
        """Return the new common end of two blocks; None if they have none."""
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
    function: cfg.Function, block: cfg.BasicBlock, copier: Copier | None
) -> _Key | None:
    """Return the key of an end; None for blocks that cannot be copies."""
    line = function.evidence.line(block.terminator.origins)
    if copier is None or line is None:
        return None
    values = cfg.terminator_values(block.terminator)
    place = line if copier.is_on_line else -1
    return copier.name, type(block.terminator), place, len(values)


def _common_region(
    function: cfg.Function, one: cfg.BasicBlock, other: cfg.BasicBlock
) -> int | None:
    """Return the region for the common end of two blocks; `_NONE` if there is none.

    A ``return`` of a temporary cannot raise, so the compiler protects only some of its
    copies.
    """
    if one.region == other.region:
        return one.region
    for bare, full in ((one, other), (other, one)):
        end = bare.terminator
        if isinstance(end, cfg.Return) and not bare.statements:
            around = {None, *function.region_chain(full.region)}
            if end.value.loads_temporary:
                return bare.region if bare.region in around else _NONE
    return _NONE


def join_kept_values(function: cfg.Function) -> None:
    """Redirect returns inside an expression to the end of the expression.

    Only an expression leaves a value on the stack where paths join. If a test keeps its
    value for the end on one side, its other side begins the right operand of an
    ``and``, ``or`` or comparison. A return there without any statement before it
    belongs to the same expression. The code must still be three-address code.

    Args:
        function: the graph, changed in place.
    """
    ends = [block for block in function.blocks.values() if _kept(block) is not None]
    if not ends:
        return
    tree = DominatorTree(flow_graph(function), function.entry)
    for end in ends:
        variable = _kept(end)
        assert variable is not None
        seen: set[int] = set()
        for operand in sorted(_right_operands(function, end.id, variable)):
            for block in _returns_below(function, tree, operand, seen):
                if block is not end and block.region == end.region:
                    return_through(block, variable, end.id)


def _kept(block: cfg.BasicBlock) -> Variable | None:
    """Return the temporary that a block returns, if it does nothing else; else None."""
    end = block.terminator
    if not isinstance(end, cfg.Return) or block.statements:
        return None
    if not end.value.loads_temporary:
        return None
    return end.value.variable


def _right_operands(
    function: cfg.Function, end: int, variable: Variable
) -> Iterator[int]:
    """Yield the start of the right operand of each test whose value ``end`` returns."""
    for block in function.blocks.values():
        test = block.terminator
        if not isinstance(test, cfg.Branch) or test.if_true == test.if_false:
            continue
        for side, other in (
            (test.if_true, test.if_false),
            (test.if_false, test.if_true),
        ):
            if side == end and _holds(block, test, variable):
                yield other
            kept = _brought(function.blocks[side], end, variable)
            if kept is not None and _holds(block, test, kept):
                yield other


def _holds(block: cfg.BasicBlock, test: cfg.Branch, variable: Variable) -> bool:
    """Return whether a variable has the value of the test at the block's end."""
    if test.test.loaded == variable:
        return True
    stores = [
        statement
        for statement in block.body
        if statement.op is MicroOp.STORE and statement.variable == variable
    ]
    return bool(stores) and stores[-1].operands[0] == test.test


def _brought(side: cfg.BasicBlock, end: int, variable: Variable) -> Variable | None:
    """Return the source of a block that only copies to ``variable``, or None."""
    found = assigned_value(side)
    if found is None or found[0] != variable or found[1].op is not MicroOp.LOAD:
        return None
    leads_there = (
        isinstance(side.terminator, cfg.Jump) and side.terminator.target == end
    )
    return found[1].variable if leads_there else None


def _returns_below(
    function: cfg.Function, tree: DominatorTree[int], operand: int, seen: set[int]
) -> Iterator[cfg.BasicBlock]:
    """Yield the returns that an operand leads to without any statement.

    Blocks below an operand seen before are left out. A long ``and`` is a chain of
    operands, each below the one before it.
    """
    pending = [operand] if operand in tree.position else []
    while pending:
        block = function.blocks[pending.pop()]
        if block.id in seen or not all(
            one.stores_temporary for one in block.statements
        ):
            continue
        seen.add(block.id)
        if isinstance(block.terminator, cfg.Return) and not block.terminator.is_plain:
            yield block
        pending.extend(tree.children[block.id])
