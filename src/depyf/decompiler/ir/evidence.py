"""What a code unit shows about its source and its compiler, for later stages."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, Iterable, Mapping, NamedTuple

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.members import Members
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value


class Span(NamedTuple):
    """A range of the original source: lines from 1, columns in bytes from 0."""

    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def width(self) -> int | None:
        """The number of columns, or None for a range of several lines."""
        return self.end_column - self.column if self.line == self.end_line else None


class CodeKind(Members):
    """The kind of source that a code object was compiled from."""

    FUNCTION = "function"
    LAMBDA = "lambda"
    CLASS = "class"
    MODULE = "module"


@dataclass(frozen=True)
class Habits:
    """The behaviours of the compiler that wrote a code unit, set by the lifter.

    The stages after the lifter do not know Python versions. They read a field here
    instead. The defaults are for code that no compiler wrote.

    Attributes:
        jumps_keep_value: a conditional jump may leave the tested value on the stack.
        dicts_filled: a long dict is filled pair by pair.
        tails_copied: the compiler copies a short end of the function to each jump to
            it.
        loop_tests_copied: the test of ``while`` is compiled twice, before the loop and
            at its end.
        tests_jump_backward: conditional jumps may jump back. A separate jump to the
            head of a loop is then a ``continue``.
        none_tests_fused: ``is None`` and ``is not None`` are conditional jumps, so that
            the code does not show which of the two the source has.
        tests_keep_not: ``not a in b`` and ``a not in b`` compile to different code.
        unpacks_in_groups: in a display with stars, the items between the stars are also
            collected and unpacked.
        constants_collected: constants at the beginning of a display with stars come as
            one tuple.
        long_calls_unpack: a call with many arguments unpacks a display of them.
        has_match: there are ``match`` statements.
        annotate_names_function: the qualified name of a function's ``__annotate__``
            contains that of the function.
    """

    jumps_keep_value: bool = True
    dicts_filled: bool = False
    tails_copied: bool = True
    loop_tests_copied: bool = True
    tests_jump_backward: bool = False
    none_tests_fused: bool = False
    tests_keep_not: bool = False
    has_match: bool = True
    unpacks_in_groups: bool = False
    constants_collected: bool = False
    long_calls_unpack: bool = True
    annotate_names_function: bool = False


@dataclass(frozen=True)
class SourceEvidence:
    """What a code unit shows about its source, set by the lifter.

    An instruction is identified by its offset, which does not change when the graph
    does. Columns are known from CPython 3.11 on. Up to 3.9 the code has the order of
    the source, and only then dead jumps are evidence. Code that a tool wrote may have
    no evidence.

    Attributes:
        lines: the line of each instruction.
        spans: the range of source that each instruction was compiled from.
        loop_ends: maps the offset of a loop's head to the offset at which its code
            ends.
        steps_out: jumps at the end of a ``try`` body or an ``except`` clause, which the
            compiler added.
        explicit_jumps: jumps that the source contains. The jump after each would lead
            to the same target.
        else_of_if: maps the offset of the last test of an ``if`` to the offsets of its
            ``else``. The range is open at its end if the ``if`` is the last of a
            statement list.
        else_of_try: maps the offset of a ``try``'s handler to the offsets of its
            ``else``.
        passes: tests of ``if`` statements that have an ``else`` and whose body begins
            with ``pass``.
        assertions: offsets at which an ``assert`` loads AssertionError by name (3.8).
        has_dead_end: the ``return None`` at the end of the function is unreachable.
    """

    lines: Mapping[int, int] = field(default_factory=dict)
    spans: Mapping[int, Span] = field(default_factory=dict)
    loop_ends: Mapping[int, int] = field(default_factory=dict)
    steps_out: frozenset[int] = frozenset()
    explicit_jumps: frozenset[int] = frozenset()
    else_of_if: Mapping[int, range] = field(default_factory=dict)
    else_of_try: Mapping[int, range] = field(default_factory=dict)
    passes: frozenset[int] = frozenset()
    assertions: frozenset[int] = frozenset()
    has_dead_end: bool = False

    def without_columns(self) -> SourceEvidence:
        """Return the evidence without columns."""
        return replace(
            self,
            spans={},
            loop_ends={},
            steps_out=frozenset(),
            explicit_jumps=frozenset(),
        )

    def without_lines(self) -> SourceEvidence:
        """Return the evidence without lines and columns."""
        return replace(self.without_columns(), lines={})

    @property
    def has_columns(self) -> bool:
        """False up to CPython 3.10, and for code that a tool wrote."""
        return bool(self.spans)

    def line(self, offsets: Iterable[int]) -> int | None:
        """Return the line of the last of some instructions; None if it is unknown.

        An instruction that left no statement is counted with the next statement. So
        only the last instruction surely belongs to the statement itself.
        """
        return self.lines.get(max(offsets, default=-1))

    def lines_of(self, offsets: Iterable[int]) -> list[int]:
        """Return the known lines of some instructions."""
        return [self.lines[offset] for offset in offsets if offset in self.lines]

    def stood_below(self, offsets: Iterable[int], others: Iterable[int]) -> bool:
        """Return whether some instructions are on lines below all lines of others.

        False if the lines of either are unknown.
        """
        ours, theirs = self.lines_of(offsets), self.lines_of(others)
        return bool(ours and theirs) and min(ours) > max(theirs)

    def room_between(self, one: Value, other: Value) -> int | None:
        """Return the number of columns between two consecutive values.

        None if the second value does not begin on the line on which the first ends, or
        if columns are unknown.
        """
        left, right = self.span_of(one), self.span_of(other)
        if left is None or right is None or left.end_line != right.line:
            return None
        return right.column - left.end_column

    def loop_end(self, heads: range) -> int | None:
        """Return the offset at which the code of a loop ends.

        Args:
            heads: the offsets at which the loop may begin; the last one with a known
                end is used.

        Returns:
            None if the code does not have the order of the source.
        """
        ends = [self.loop_ends[head] for head in heads if head in self.loop_ends]
        return ends[-1] if ends else None

    def knows_jump(self, origins: tuple[int, ...]) -> bool:
        """Return whether the code shows how the source expresses one of these jumps.

        False if the code does not have the order of the source.
        """
        known = (self.steps_out, self.explicit_jumps)
        return not all(jumps.isdisjoint(origins) for jumps in known)

    def span(self, offsets: Iterable[int]) -> Span | None:
        """Return the range of source that some instructions cover."""
        found = [self.spans[offset] for offset in offsets if offset in self.spans]
        if len(found) < 2:
            return found[0] if found else None
        start = min([(span.line, span.column) for span in found])
        end = max([(span.end_line, span.end_column) for span in found])
        return Span(*start, *end)

    def span_of(self, value: Value) -> Span | None:
        """Return the range of source that a value was compiled from.

        An instruction that left no value is counted with the next value. So only the
        last origin of an operation surely belongs to it.
        """
        if not self.spans:
            return None
        last: list[int] = []
        for node in value.walk():
            if node.origins:
                known = [offset for offset in node.origins if offset in self.spans]
                if known:
                    last.append(max(known))
        return self.span(last)

    def span_of_return(self, value: Value, origins: tuple[int, ...]) -> Span | None:
        """Return the range of source of a ``return``; None if it is not certain.

        RETURN_VALUE may have the position of a ``with`` that it leaves, or of the
        constant that it returns.

        Args:
            value: the returned value.
            origins: the instructions that return it.
        """
        own, inner = self.span(origins[-1:]), self.span_of(value)
        if own is not None and value.op is MicroOp.CONST and inner in (None, own):
            return _before_constant(own, value.payload)
        if own is None or inner is None:
            return None if value.origins and self.spans else own
        encloses = own.line == inner.line and own.column < inner.column
        return own if encloses else None


#: The evidence of code of which nothing is known.
NO_EVIDENCE = SourceEvidence()


def _before_constant(span: Span, constant: object) -> Span | None:
    """Return the range of a ``return``, derived from that of its constant.

    Args:
        span: the range of the instruction, which may be that of the constant.
        constant: the payload of the returned value.

    Returns:
        The range of the ``return``; None if it is unknown.
    """
    if constant == Constant(None) and span.width != len("None"):
        return span  # a bare `return`, or another statement such as `break`
    if span.width is None:
        return None
    return span._replace(column=max(0, span.column - len("return ")))
