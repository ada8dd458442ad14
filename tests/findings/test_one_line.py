"""Of findings at one line, one has the edit, and the others refer to it."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.edit_tried import EditTried, RunFigures
from depyf.model.events import SourceLine
from depyf.model.findings.one_line import (
    made_first,
    one_edit,
    one_option,
    removed_too,
)
from depyf.model.findings.rule import Finding

LINE = SourceLine("/p/a.py", 7, text="print(x.item())")
NUMBER = Finding("number", "Net", "is not compiled", where=LINE, edit="capture()")
PRINT = Finding("print", "Block", "breaks the graph", where=LINE, edit="reorder()")
RULES = frozenset({"number", "print"})
REFERS = "first make the edit of “`{}` {}”, which is for the same line"


def test_the_first_finding_of_a_line_has_its_edit():
    one, other = one_edit([NUMBER, PRINT], RULES)
    assert one is NUMBER
    assert (other.edit, other.note) == ("", REFERS.format("Net", "is not compiled"))


def test_an_edit_that_was_kept_comes_before_one_that_was_not_tried():
    kept = EditTried(None, verdict="kept")
    told = ("same output",)
    best = replace(PRINT, tried=(kept,), diff="-x", trials=told)
    one, other = one_edit([replace(NUMBER, trials=told), best], RULES)
    assert (one.edit, one.trials) == ("", ())
    assert one.note == REFERS.format("Block", "breaks the graph")
    assert other is best


def test_other_lines_and_other_rules_keep_their_edits():
    elsewhere = replace(PRINT, where=replace(LINE, line=8))
    recompile = replace(PRINT, rule="varying-size")
    found = [NUMBER, elsewhere, recompile]
    assert [*one_edit(found, RULES)] == found


def test_two_lines_of_a_library_are_two_problems():
    inner = SourceLine("/site-packages/lib.py", 3)
    one, other = replace(NUMBER, inner=inner), replace(PRINT, inner=LINE)
    assert [*one_edit([one, other], RULES)] == [one, other]
    same = replace(PRINT, inner=inner)
    assert [*one_edit([one, same], RULES)][1].edit == ""


def test_an_option_that_several_findings_advise_stands_with_the_first():
    option = "such as another `mode` than `'eager'` at a.py:3 (its values: see b.py:7)"
    one = replace(NUMBER, edit="", note=f"the line is in a library: call it, {option}")
    other = replace(
        PRINT, edit="", note=f"the `if` is in a library: avoid it, {option}"
    )
    last = replace(other, note=other.note.replace("`mode`", "`kind`"))
    first, second, third = one_option([one, other, last])
    assert (first, third) == (one, last)
    assert second.note == (
        "first make the change of “`Net` is not compiled”: another `mode` may avoid "
        "this, too"
    )


def test_a_break_where_a_value_is_made_at_first_refers_to_its_edit():
    made = SourceLine("/p/a.py", 18, text="self.codes = build(self.counts)")
    lazy = Finding("lazy", "Net", "recompiles", origin=(made,), edit="self.make()")
    broken = replace(PRINT, led_here=made, met=1)
    other = replace(PRINT, led_here=LINE, met=1)
    found = [*made_first([broken, other, lazy], "lazy")]
    assert found[0].note == "the edit of “`Net` recompiles” removes this, too"
    assert found[0].edit == ""
    assert found[1:] == [other, lazy]


def test_a_break_that_a_kept_edit_removes_too_refers_to_it():
    before, after = RunFigures(graph_breaks=2), RunFigures()
    kept = EditTried(None, verdict="kept", before=before, after=after)
    best = replace(NUMBER, tried=(kept,), diff="-x")
    elsewhere = replace(
        PRINT, where=replace(LINE, line=8), trials=("the edit above was not tried",)
    )
    recompile = replace(elsewhere, rule="varying-size")
    first, other, last = removed_too([best, elsewhere, recompile], RULES)
    assert (other.edit, other.trials) == ("", ())
    assert other.note == "the edit of “`Net` is not compiled” removes this, too"
    assert (first, last) == (best, recompile)
    # What other edits removed, or none, is no effect of this one.
    for one in (replace(kept, earlier=1), replace(kept, after=before)):
        found = [replace(best, tried=(one,)), elsewhere]
        assert [*removed_too(found, RULES)] == found
