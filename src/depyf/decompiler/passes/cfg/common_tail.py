"""Find the common tail of two blocks that are copies of the same source.

`Matcher` finds the tail. `share_tail` moves equal statements to a new block. `join`
also replaces the only leaf that differs by a variable. `replace_block` redirects all
edges from one of two equal blocks to the other. `return_through` turns a return into a
jump to another return.

For example, two blocks contain copies of ``x = s; return x``::

    1: x = a; return x      2: y(); x = c; return x

The common tail is one statement and the return, in which ``a`` and ``c`` differ.

Example of `share_tail` (CPython 3.11 to 3.13)::

    def f(a, b):
        if a:
            raise b
        with a:
            pass

Before::

    block 4 depth 1:
        origin
        %t5 = call[_,_,_](%t3, None, None, None)
        evaluate(%t5)
        return None
    block 6 depth 4:
        exc_pop
        return None

After::

    block 4 depth 1:
        origin
        %t5 = call[_,_,_](%t3, None, None, None)
        evaluate(%t5)
        jump 8
    block 6 depth 4:
        exc_pop
        jump 8
    block 8 depth 4:
        return None
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from itertools import starmap
from typing import TYPE_CHECKING, Iterable, Tuple
from typing import Counter as CounterType

from depyf.decompiler.analysis.accesses import own_writes, read
from depyf.decompiler.analysis.blocks import split
from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, load, store
from depyf.decompiler.passes.bisimulation import (
    Identity,
    Renaming,
    differing_leaves,
    equal_operations,
)
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Variable


_Pair = Tuple[Value, Value]


@dataclass
class Cut:
    """The common tail: its number of statements, and the leaves that differ."""

    length: int
    differing: _Pair | None


@dataclass
class Matcher:
    """Compares two blocks from their last statements back.

    Args:
        function: the graph of both blocks.
        one: the first block.
        other: the second block.
        pairs: the pairs of leaves that differ in the statements compared so far.
        on_lines: after `cut`, the longest equal tail whose lines contain no other
            statement.
        captured: after `cut`, the tail that begins by using a value captured by a
            pattern. Two alternatives of a pattern capture it from different positions.
    """

    function: cfg.Function
    one: cfg.BasicBlock
    other: cfg.BasicBlock
    pairs: list[_Pair] = field(default_factory=list)
    on_lines: Cut | None = None
    captured: Cut | None = None

    def cut(self, limit: int) -> Cut | None:
        """Return the longest common tail with at most one difference, or None.

        Where two arms join, their values differ. If more code is equal beyond that, it
        is a longer copy, such as that of a ``finally``. Its beginning is not found
        here.
        """
        ends = self.one.terminator, self.other.terminator
        if not self._same_lines(*(end.origins for end in ends)):
            return None
        cost = 1 + max(sum(map(_cost, cfg.terminator_values(end))) for end in ends)
        self.pairs = self._returned()
        best: Cut | None = None
        length = 0
        while cost <= limit:
            pairs = list(self.pairs)
            if not pairs:
                best = Cut(length, None)
                if self._begins_line(length):
                    self.on_lines = best
            elif len(pairs) == 1 and self._is_unpacked(length, pairs[0]):
                self.captured = Cut(length, pairs[0])
            length += 1
            step = self._step(length)
            if len(pairs) == 1 and (step is None or len(self.pairs) > 1):
                best = Cut(length - 1, pairs[0])
            if step is None:
                break
            cost += step
        if cost > limit:
            longer = self._cut_at_keyword(length)
            if longer is not None:
                return longer
        is_longer = cost > limit and not self.pairs
        return self.on_lines if is_longer else best

    def _is_unpacked(self, length: int, pair: _Pair) -> bool:
        """Return whether a pattern just before the tail captured the two values.

        If alternatives were joined before, only the tail is left.
        """
        sides = [(pair[0], self.one.body), (pair[1], self.other.body)]
        if all(length == len(body) for _, body in sides):
            return False
        return all(
            leaf.op is MicroOp.LOAD
            and (length == len(body) or _unpacks(body[-length - 1], leaf.variable))
            for leaf, body in sides
        )

    def _cut_at_keyword(self, length: int) -> Cut | None:
        """Return a longer tail that begins by adding a keyword to a dict, or None.

        That instruction has no line in 3.10 and 3.11, so the compiler has copied all
        code from there to the end of the function.
        """
        longest: Cut | None = None
        while True:
            is_start = length > 0 and _adds_keyword(self.one.body[-length])
            if is_start and len(self.pairs) == 1:
                longest = Cut(length, self.pairs[0])
            length += 1
            if self._step(length) is None:
                return longest

    def _begins_line(self, length: int) -> bool:
        """Return whether the last statements share no line with the one before."""
        body, lines = self.one.body, self.function.evidence.lines
        if length >= len(body):
            return False
        ends = [max(statement.all_origins(), default=-1) for statement in body]
        ends.append(max(self.one.terminator.origins, default=-1))
        before, first = ends[len(body) - length - 1], ends[len(body) - length]
        return lines.get(before) != lines.get(first)

    def value(self) -> Cut:
        """Return the tail that is only the ``return``, whose value may differ."""
        pairs = self._returned()
        return Cut(0, pairs[0] if pairs else None)

    def _returned(self) -> list[_Pair]:
        """Return the leaves in which the returned or raised values differ."""
        one, other = self.one.terminator, self.other.terminator
        values = cfg.terminator_values(one), cfg.terminator_values(other)
        return differing_leaves(*values, Identity()) or []

    def _step(self, length: int) -> int | None:
        """Compare one more statement; return its cost, or None if the two differ."""
        if length > min(len(self.one.body), len(self.other.body)):
            return None
        one, other = self.one.body[-length], self.other.body[-length]
        if not self._same_lines(one.all_origins(), other.all_origins()):
            return None
        inner = _compare(one, other)
        if inner is None:
            return None
        for ours, theirs in zip(own_writes(one), own_writes(other)):
            if ours == theirs:
                continue
            pair = self._pair_of(ours, theirs)
            if pair is None:
                return None
            self.pairs = [p for p in self.pairs if p is not pair]
        self.pairs += [
            leaves
            for leaves in inner
            if not self._pair_of(*(leaf.payload for leaf in leaves))
        ]
        # The leaves that differ were computed before.
        return _cost(one) - sum(_cost(leaf) for leaf, _ in inner)

    def _pair_of(self, one: object, other: object) -> _Pair | None:
        for pair in self.pairs:
            if pair[0].payload == one and pair[1].payload == other:
                return pair
        return None

    def _same_lines(self, one: Iterable[int], other: Iterable[int]) -> bool:
        # An instruction that left no statement, such as a dropped value, is counted
        # with the next statement. So only the last one surely belongs to the statement
        # itself.
        ours, theirs = max(one, default=-1), max(other, default=-1)
        places = self.function.evidence.spans
        if ours in places and theirs in places and places[ours] != places[theirs]:
            return False
        lines = self.function.evidence.lines
        return lines.get(ours) == lines.get(theirs) and ours in lines


def _unpacks(statement: Value, variable: Variable) -> bool:
    return statement.op is MicroOp.UNPACK and variable in own_writes(statement)


def _adds_keyword(statement: Value) -> bool:
    return statement.op is MicroOp.ADD and statement.payload == "dict"


def _cost(statement: Value) -> int:
    """Return roughly the number of instructions of a three-address statement."""
    return sum(1 for node in statement.walk() if not _was_there(node))


def _was_there(node: Value) -> bool:
    """Return whether a node was on the stack before: a temporary, or a constant."""
    if node.op in (MicroOp.STORE, MicroOp.LOAD):
        return node.variable.is_temporary
    return node.op is MicroOp.CONST and not node.origins


def _compare(one: Value, other: Value) -> list[_Pair] | None:
    """Return the leaves in which two statements differ; None if more differs.

    They may store to temporaries with different names.
    """
    if not equal_operations(one, other, Renaming()):
        return None
    return differing_leaves(one.operands, other.operands, Identity())


def share_tail(
    function: cfg.Function,
    kept: cfg.BasicBlock,
    other: cfg.BasicBlock,
    count: int,
    origins: tuple[int, ...] = (),
) -> cfg.BasicBlock:
    """Move the equal ends of two blocks to a new block, to which both then jump.

    Args:
        function: the graph, changed in place.
        kept: the block from which the end is taken.
        other: the block whose end is dropped.
        count: the number of equal statements.
        origins: the origins of the jump at the end of ``other``.

    Returns:
        The new block.
    """
    tail = split(function, kept, len(kept.body) - count)
    other.body = other.body[: len(other.body) - count]
    other.terminator = cfg.Jump(tail.id, origins)
    return tail


def replace_block(function: cfg.Function, old: int, new: int) -> None:
    """Redirect all edges from a block to an equal one."""
    for source in preceding_blocks(function)[old]:
        cfg.retarget(function.blocks[source].terminator, old, new)
    if function.entry == old:
        function.entry = new


def return_through(block: cfg.BasicBlock, variable: Variable, end: int) -> None:
    """Turn a block's return into a jump to the block that returns ``variable``."""
    assert isinstance(block.terminator, cfg.Return)
    block.body.append(store(variable, block.terminator.value))
    block.terminator = cfg.Jump(end, block.terminator.origins)


def join(
    function: cfg.Function, one: cfg.BasicBlock, other: cfg.BasicBlock, cut: Cut
) -> cfg.BasicBlock:
    """Move the common tail of two blocks to a new block, to which both then jump.

    Args:
        function: the graph, changed in place.
        one: the block whose end is dropped.
        other: the block from which the end is taken.
        cut: the common tail.

    Returns:
        The new block.
    """
    joined = share_tail(function, other, one, cut.length)
    if cut.differing is not None:
        sides = list(zip((one, other), cut.differing))
        met = [variable for variable in starmap(_met_value, sides) if variable]
        stores = _stores(function, met) if len(met) > 1 else Counter(met)
        slot = max(met, key=stores.__getitem__, default=None)
        if slot is not None and _is_built(function, slot):
            slot = None
        if slot is None:
            slot = function.fresh()
        for block, leaf in sides:
            if leaf.loaded != slot:
                block.body.append(store(slot, leaf))
        _replace_leaf(joined, cut.differing[1], slot)
    return joined


def _met_value(before: cfg.BasicBlock, leaf: Value) -> Variable | None:
    """Return a leaf's temporary; None if the block has statements before the tail.

    The function ends after the tail, so nothing reads that variable later.
    """
    if not leaf.loads_temporary:
        return None
    return None if before.statements else leaf.variable


def _stores(function: cfg.Function, variables: list[Variable]) -> CounterType[Variable]:
    """Count the stores to each of the variables."""
    return Counter(
        value.variable
        for value in function.statements
        if value.op is MicroOp.STORE and value.variable in variables
    )


def _is_built(function: cfg.Function, variable: Variable) -> bool:
    """Return whether statements fill a variable, as a comprehension does."""
    return any(
        value.op is not MicroOp.STORE and variable in read(value)
        for value in function.statements
    )


def _replace_leaf(block: cfg.BasicBlock, leaf: Value, slot: Variable) -> None:
    """Replace the one leaf (by identity) in which the two copies differ."""

    def change(node: Value) -> Value:
        return load(slot) if node is leaf else node

    block.change_nodes(change)
