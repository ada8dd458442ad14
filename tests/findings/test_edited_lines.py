"""The page of an edited run does not advise to undo the edit."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.detail_events import ProgramFile
from depyf.model.edit_tried import CureSummary, EditedLines
from depyf.model.facts import facts_of
from depyf.model.findings import findings

from .test_recorded import recorded


def test_a_line_that_an_edit_made_has_no_advice_against_it():
    run = recorded("boxes_by_mask")
    [first] = findings(run).findings
    assert "torch.where" in first.note
    made = EditedLines(None, file=first.where.file, lines=(first.where.line,))
    [told] = findings(run_with(run, made)).findings
    assert not told.edit
    assert "`depyf cure` made boxes_by_mask.py:" in told.note
    assert told.title == first.title


def test_nor_if_the_line_is_the_cause_of_a_break_elsewhere():
    run = recorded("registered_disabled")
    first = next(one for one in findings(run).findings if one.origin_how == "cause")
    made = EditedLines(None, file=first.origin[0].file, lines=(first.origin[0].line,))
    told = findings(run_with(run, made)).findings
    assert any(one.note.startswith("nothing: a kept edit") for one in told)


def test_a_run_with_some_of_the_edits_has_the_next_one_for_such_a_line():
    run = recorded("registered_disabled")
    first = next(one for one in findings(run).findings if one.origin_how == "cause")
    line = first.origin[0]
    made = EditedLines(None, file=line.file, lines=(line.line,))
    told = CureSummary(None, next_edit="call `f` once (main.py:3)")
    notes = [one.note for one in findings(run_with(run, made, told)).findings]
    assert any(
        note.startswith("keep ") and note.endswith("edit: call `f` once (main.py:3)")
        for note in notes
    )


def run_with(run, *events):
    facts = facts_of([*run.facts.all(ProgramFile), *events])
    return replace(run, facts=facts)
