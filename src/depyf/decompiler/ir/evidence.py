"""Evidence of the source and the compiler in a code unit, for later stages."""

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
    """A piece of the original text: lines from 1, columns in bytes from 0."""

    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def width(self) -> int | None:
        """The number of columns, or None for a piece of several lines."""
        return self.end_column - self.column if self.line == self.end_line else None


class CodeKind(Members):
    """The kind of source that a code object was compiled from."""

    FUNCTION = "function"
    LAMBDA = "lambda"
    CLASS = "class"
    MODULE = "module"


@dataclass(frozen=True)
class Habits:
    """Behaviours of one compiler, by name; the lifter fills them in.

    Versions of Python end at the lifter: what would be a question about one is a
    question about a habit here. The defaults are those of code that no compiler wrote.

    Attributes:
        jumps_keep_value: a conditional jump may leave what it tests on the stack.
        dicts_filled: a long dict is filled pair by pair.
        tails_copied: a short end of a function stands wherever its code ends.
        loop_tests_copied: the test of ``while`` stands before the loop and at its end.
        tests_jump_backward: conditional jumps may go back, so that a jump of its own
            to the head of a loop is a ``continue``.
        none_tests_fused: ``is None`` and ``is not None`` are jumps of their own, so
            that nothing tells which of them a test had.
        tests_keep_not: ``not a in b`` is code of its own.
        unpacks_in_groups: in a display with stars, what stands between them is
            collected and unpacked, too.
        constants_collected: constants at the beginning of a display with stars come
            in one tuple.
        long_calls_unpack: a call of many arguments unpacks a display of them.
        has_match: there are ``match`` statements.
        annotate_names_function: the qualified name of a function's ``__annotate__``
            holds that of the function.
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
    """Evidence of the source: columns, lines, dead jumps; the lifter fills it in.

    Instructions are named by their offsets, which outlive all changes of the graph.
    Columns are known from CPython 3.11 on; the order of the code, and with it all that
    dead jumps tell, is that of the text up to 3.9. Code that a tool wrote may lack all.

    Attributes:
        lines: the line of each instruction.
        spans: the piece of text that each instruction was compiled from.
        loop_ends: where the code of a loop ends, by the offset of its head.
        steps_out: jumps at the end of a ``try`` body or an ``except`` clause: nobody
            wrote them.
        explicit_jumps: jumps in front of the one that would have led there anyway.
        else_of_if: offsets of the ``else`` of ``if`` statements, by that of their last
            test; up to beyond all code, if it is the last of a statement list.
        else_of_try: the same for ``try`` statements, by the offset of their handler.
        passes: tests of ``if`` statements with an ``else`` that begin with ``pass``.
        assertions: where an ``assert`` loads its exception by name (3.8).
        has_dead_end: nothing reaches the ``return None`` at the end of the function.
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
        """False up to CPython 3.10, and where a tool wrote the code."""
        return bool(self.spans)

    def line(self, offsets: Iterable[int]) -> int | None:
        """Return the line of the last of some instructions; None if it is unknown.

        Instructions that left no statement count for the next one, so only the last
        is certain to be a statement's own.
        """
        return self.lines.get(max(offsets, default=-1))

    def lines_of(self, offsets: Iterable[int]) -> list[int]:
        """Return the known lines of some instructions."""
        return [self.lines[offset] for offset in offsets if offset in self.lines]

    def stood_below(self, offsets: Iterable[int], others: Iterable[int]) -> bool:
        """Return whether some instructions are on lines below all lines of others.

        False where the lines of either are not known.
        """
        ours, theirs = self.lines_of(offsets), self.lines_of(others)
        return bool(ours and theirs) and min(ours) > max(theirs)

    def room_between(self, one: Value, other: Value) -> int | None:
        """Return the number of columns between two values that follow each other.

        None if the second does not begin on the line on which the first ends, or if
        columns are not known.
        """
        left, right = self.span_of(one), self.span_of(other)
        if left is None or right is None or left.end_line != right.line:
            return None
        return right.column - left.end_column

    def loop_end(self, heads: range) -> int | None:
        """Return the offset at which the code of a loop ends.

        Args:
            heads: offsets at which it may begin; the last one counts.

        Returns:
            None where the order of the code is not that of the text.
        """
        ends = [self.loop_ends[head] for head in heads if head in self.loop_ends]
        return ends[-1] if ends else None

    def knows_jump(self, origins: tuple[int, ...]) -> bool:
        """Return whether the source has one of these jumps, as far as the code shows.

        False where the order of the code is not that of the text.
        """
        known = (self.steps_out, self.explicit_jumps)
        return not all(jumps.isdisjoint(origins) for jumps in known)

    def span(self, offsets: Iterable[int]) -> Span | None:
        """Return the piece of source from the first to the last of instructions."""
        found = [self.spans[offset] for offset in offsets if offset in self.spans]
        if len(found) < 2:
            return found[0] if found else None
        start = min([(span.line, span.column) for span in found])
        end = max([(span.end_line, span.end_column) for span in found])
        return Span(*start, *end)

    def span_of(self, value: Value) -> Span | None:
        """Return the piece of source that a value was compiled from.

        Instructions that left no value count for the next one, so only the last
        origin of an operation is certain to be its own.
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
        """Return the piece of source of a ``return``; None if it is not certain.

        Leaving a ``with``, RETURN_VALUE may have the place of that statement, and
        returning a constant, that of the constant.

        Args:
            value: what is returned.
            origins: the instructions that return it.
        """
        own, inner = self.span(origins[-1:]), self.span_of(value)
        if own is not None and value.op is MicroOp.CONST and inner in (None, own):
            return _before_constant(own, value.payload)
        if own is None or inner is None:
            return None if value.origins and self.spans else own
        encloses = own.line == inner.line and own.column < inner.column
        return own if encloses else None


#: For code of which nothing is known.
NO_EVIDENCE = SourceEvidence()


def _before_constant(span: Span, constant: object) -> Span | None:
    """Return the span of a ``return``, derived from that of its constant.

    Args:
        span: that of the instruction, which may be that of the constant.
        constant: the payload of what is returned.

    Returns:
        None if it cannot be told.
    """
    if constant == Constant(None) and span.width != len("None"):
        return span  # a bare `return`, or what it was made from, as a `break`
    if span.width is None:
        return None
    return span._replace(column=max(0, span.column - len("return ")))
