"""The function around a line of a library has the name of its class, if it is known."""

from __future__ import annotations

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import SourceText
from depyf.model.events import SourceLine
from depyf.model.findings.names import whole_name
from tests.findings.test_recorded import recorded

FILE = "/venv/lib/python3.11/site-packages/models/moe.py"
LINE = SourceLine(FILE, 5, "forward", "hit = mask.nonzero()")
TEXT = "def forward(self, mask):\n    hit = mask.nonzero()\n"


@pytest.mark.parametrize(
    ("qualified", "shown"),
    [
        ("Experts.forward", "Experts.forward"),
        ("made.<locals>.Experts.forward", "made.Experts.forward"),
        ("Experts.route", "forward"),
    ],
)
def test_the_name_is_that_of_the_recorded_source(qualified, shown):
    source = SourceText(
        None, file=FILE, first_line=4, qualified_name=qualified, text=TEXT
    )
    assert whole_name(fold([source]), LINE) == shown


def test_a_function_without_a_recorded_source_has_its_own_name():
    assert whole_name(fold([]), LINE) == "forward"
    assert whole_name(fold([]), None) == ""


def test_a_compiled_function_has_the_name_of_its_frame():
    run = recorded("early_return")
    frame = run.frames[0]
    line = SourceLine(frame.file, frame.first_line, frame.co_name, "")
    assert whole_name(run, line) == frame.qualified_name
