"""The page of an edited run does not advise to undo the edit."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.detail_events import ProgramFile
from depyf.model.edit_tried import EditedLines
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
    assert "`depyf cure` made this line" in told.note
    assert told.title == first.title


def run_with(run, event):
    facts = facts_of([*run.facts.all(ProgramFile), event])
    return replace(run, facts=facts)
