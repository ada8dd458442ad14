"""What two blocks have in common at their ends, copies of one piece of text.

Before (both lines are those of ``x = s; return x``)::

    1: x = a; return x      2: y(); x = c; return x

What is found: a common end of one statement and the return, ``a`` and ``c`` differing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Tuple

from depyf.decompiler.ir.function import terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import UnpackShape, Value

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function
    from depyf.decompiler.ir.value import Variable

_Pair = Tuple[Value, Value]


@dataclass
class Cut:
    """The common suffix: its length in statements, and what differs before it."""

    length: int
    differing: _Pair | None


@dataclass
class Matcher:
    """Compares two ends from the last statement back.

    Args:
        function: what they are in.
        one: the first block.
        other: the second.
        pairs: leaves in which what was compared so far differs.
        on_lines: after `cut`, the longest common suffix without any difference that
            has its lines for itself.
        captured: after `cut`, the one that begins with what a pattern has captured:
            two alternatives differ in where they found it.
    """

    function: Function
    one: BasicBlock
    other: BasicBlock
    pairs: list[_Pair] = field(default_factory=list)
    on_lines: Cut | None = None
    captured: Cut | None = None

    def cut(self, limit: int) -> Cut | None:
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
        """True if what differs comes from a pattern just before the common end.

        Of alternatives that were joined before, only the end is left.
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
        """A longer suffix that begins where a dict of keywords takes one more.

        That instruction has no line (3.10, 3.11), so whatever follows it to the end of
        the function was copied.
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
        """True if an end of so many statements has its lines for itself."""
        body, lines = self.one.body, self.function.evidence.lines
        if length >= len(body):
            return False
        ends = [max(statement.all_origins(), default=-1) for statement in body]
        ends.append(max(self.one.terminator.origins, default=-1))
        before, first = ends[len(body) - length - 1], ends[len(body) - length]
        return lines.get(before) != lines.get(first)

    def value(self) -> Cut | None:
        """The end that is nothing but the return, its value differing."""
        values = [terminator_values(side.terminator) for side in (self.one, self.other)]
        pairs = [pair for pair in zip(*values) if _differs(pair)]
        return Cut(0, pairs[0] if pairs else None)

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
        for ours, theirs in zip(_made(one), _made(other)):
            if ours == theirs:
                continue
            pair = self._pair_of(ours, theirs)
            if pair is None:
                return None
            self.pairs = [p for p in self.pairs if p is not pair]
        self.pairs += [p for p in inner if not self._known(p)]
        # What differs was computed before.
        return _cost(one) - sum(_cost(leaf) for leaf, _ in inner)

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
        places = self.function.evidence.spans
        if ours in places and theirs in places and places[ours] != places[theirs]:
            return False
        lines = self.function.evidence.lines
        return lines.get(ours) == lines.get(theirs) and ours in lines


def _unpacks(statement: Value, variable: Variable) -> bool:
    return statement.op is MicroOp.UNPACK and variable in _made(statement)


def _adds_keyword(statement: Value) -> bool:
    return statement.op is MicroOp.ADD and statement.payload == "dict"


def _made(statement: Value) -> tuple[Variable, ...]:
    """The variables that a statement sets."""
    if statement.op is MicroOp.STORE:
        return (statement.variable,)
    shape = statement.payload
    return shape.targets if isinstance(shape, UnpackShape) else ()


def _makes_alike(one: Value, other: Value) -> bool:
    """True if two statements set temporaries in the same way, by whatever name."""
    if not all(variable.is_temporary for variable in (*_made(one), *_made(other))):
        return False
    if one.op is MicroOp.STORE:
        return True
    left, right = one.payload, other.payload
    if not isinstance(left, UnpackShape) or not isinstance(right, UnpackShape):
        return False
    same = len(left.targets) == len(right.targets)
    return same and replace(left, targets=right.targets) == right


def _cost(statement: Value) -> int:
    """About how many instructions a statement in three-address form is."""
    return sum(1 for node in statement.walk() if not _was_there(node))


def _was_there(node: Value) -> bool:
    """True for a temporary, and for a constant that was on the stack before."""
    if node.op in (MicroOp.STORE, MicroOp.LOAD):
        return node.variable.is_temporary
    return node.op is MicroOp.CONST and not node.origins


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
        if a.payload != b.payload and not (a is one and _makes_alike(a, b)):
            return None
        pending.extend(zip(a.operands, b.operands))
    return differing


def _differs(pair: _Pair) -> bool:
    one, other = pair
    return one.op is not other.op or one.payload != other.payload
