"""What the text told, and what is answered where nothing tells it."""

from __future__ import annotations

import pytest

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.evidence import NO_EVIDENCE, SourceEvidence, Span
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value

LINES = {0: 1, 2: 1, 4: 2, 6: 4}
#: `a and b` on line 1, `c` and `return None` on lines of their own.
SPANS = {
    0: Span(1, 3, 1, 4),
    2: Span(1, 9, 1, 10),
    4: Span(2, 4, 2, 5),
    6: Span(4, 11, 4, 15),
}
KNOWN = SourceEvidence(
    lines=LINES,
    spans=SPANS,
    loop_ends={2: 6},
    steps_out=frozenset({4}),
    explicit_jumps=frozenset({6}),
    passes=frozenset({2}),
)


def read_at(*offsets):
    return Value(MicroOp.CONST, (), Constant("x"), frozenset(offsets))


def test_a_statement_has_the_line_of_its_last_instruction():
    assert KNOWN.line((0, 4)) == 2
    assert KNOWN.line(()) is None
    assert KNOWN.line((8,)) is None


def test_below_means_below_all_lines_of_the_other():
    assert KNOWN.stood_below((4, 6), (0, 2))
    assert not KNOWN.stood_below((2,), (0,))
    assert not KNOWN.stood_below((0, 6), (4,))


@pytest.mark.parametrize(("ours", "theirs"), [((), (0,)), ((6,), (8,)), ((), ())])
def test_nothing_stood_below_what_has_no_line(ours, theirs):
    assert not KNOWN.stood_below(ours, theirs)


def test_the_room_between_two_values_is_that_on_one_line():
    assert KNOWN.room_between(read_at(0), read_at(2)) == 5
    assert KNOWN.room_between(read_at(2), read_at(4)) is None
    assert KNOWN.room_between(read_at(0), read_at(8)) is None


def test_the_span_of_several_instructions_reaches_from_the_first_to_the_last():
    assert KNOWN.span((4, 0)) == Span(1, 3, 2, 5)
    assert KNOWN.span((8,)) is None


def test_a_span_over_several_lines_has_no_width():
    assert SPANS[6].width == 4
    assert Span(1, 3, 2, 5).width is None


def test_a_returned_constant_may_lend_its_place_to_the_return():
    none = Value(MicroOp.CONST, (), Constant(None), frozenset({6}))
    assert KNOWN.span_of_return(none, (6,)) == Span(4, 4, 4, 15)


def test_the_last_head_of_a_loop_counts():
    assert KNOWN.loop_end(range(4)) == 6
    assert KNOWN.loop_end(range(3, 9)) is None


def test_a_jump_is_known_if_one_of_its_instructions_is():
    assert KNOWN.knows_jump((0, 4))
    assert KNOWN.knows_jump((6,))
    assert not KNOWN.knows_jump((0,))


def test_without_columns_lines_and_dead_jumps_still_tell():
    less = KNOWN.without_columns()
    assert not less.has_columns
    assert not less.knows_jump((4, 6))
    assert less.loop_end(range(4)) is None
    assert (less.lines, less.passes) == (LINES, {2})


def test_without_lines_there_are_no_columns_either():
    less = KNOWN.without_lines()
    assert (less.lines, less.spans) == ({}, {})
    assert less.passes == {2}


def test_where_nothing_is_known_nothing_is_told():
    assert not NO_EVIDENCE.has_columns
    assert not NO_EVIDENCE.stood_below((6,), (0,))
    assert NO_EVIDENCE.room_between(read_at(0), read_at(2)) is None
    assert NO_EVIDENCE.span_of_return(read_at(0), (6,)) is None
