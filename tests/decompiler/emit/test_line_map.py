"""Which line an instruction belongs to where the text is not in order of the run."""

from __future__ import annotations

from depyf.decompiler.emit.line_map import LineMap, LineSpan, merged_spans


def span(line, origins, leaves=()):
    return LineSpan(line, line, frozenset(origins), frozenset(leaves))


def test_an_argument_pushed_ahead_of_an_earlier_line_belongs_to_that_line():
    lines = LineMap(1, (span(2, {0, 4}), span(3, {2, 6}, {2})))
    assert [lines.line_of_offset(offset) for offset in (0, 2, 4, 6)] == [2, 2, 2, 3]


def test_an_argument_pushed_where_it_is_used_keeps_its_line():
    lines = LineMap(1, (span(2, {0}), span(3, {2, 6}, {2})))
    assert lines.line_of_offset(2) == 3


def test_an_operation_ahead_of_an_earlier_line_keeps_its_line():
    """It may raise or call: the line that a debugger shows must be where it stands."""
    lines = LineMap(1, (span(2, {0, 4}), span(3, {2, 6})))
    assert lines.line_of_offset(2) == 3


def test_a_return_after_its_finally_body_keeps_its_line():
    lines = LineMap(1, (span(2, {0, 4}, {0}), span(3, {2})))
    assert [lines.line_of_offset(offset) for offset in (0, 2, 4)] == [2, 3, 2]


def test_an_instruction_that_does_more_than_push_is_no_leaf():
    merged = merged_spans([span(3, {2}, {2}), span(2, {2, 4})])
    assert [one.leaves for one in merged] == [frozenset(), frozenset()]


def test_shifting_keeps_what_is_a_leaf():
    lines = LineMap(1, (span(2, {0, 4}), span(3, {2, 6}, {2}))).shifted(10)
    assert [lines.line_of_offset(offset) for offset in (0, 2, 4, 6)] == [12, 12, 12, 13]
    assert lines.header == 11
