"""A check of a library that breaks the graph: the option that turns it off."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.library_checks import LIBRARY_CHECK, NO_CHECKS

FILE = "/home/user/main.py"
LIBRARY = "/env/lib/python3.11/site-packages/torch/distributions/distribution.py"
CALL = "base = Normal(mean, std, validate_args=strict)"
MADE = "base = Normal(mean, std)"
USED = "y = base.log_prob(x)"


def cure(*lines, inner=LIBRARY, function="__init__"):
    """Return the edit and note for a break in a call on the last line; None if none."""
    file = ProgramFile(None, file=FILE, text="\n".join(lines))
    where = SourceLine(FILE, len(lines), "f", lines[-1])
    one = SimpleNamespace(
        run=SimpleNamespace(facts=facts_of([file])),
        where=where,
        innermost=SourceLine(inner, 68, function),
        is_in_library=inner != FILE,
    )
    return LIBRARY_CHECK.cure(one) if LIBRARY_CHECK.when(one) else None


def test_the_argument_of_the_call_is_named():
    found = cure(CALL)
    assert found.edit == ""
    assert found.note.startswith("pass `validate_args=False` at main.py:1")
    other = "/env/lib/python3.11/site-packages/geometry/box.py"
    found = cure("boxes = Boxes(x, check_order=True)", inner=other)
    assert found.note.startswith("pass `check_order=False` at main.py:1")


def test_a_distribution_checks_in_later_calls():
    found = cure(CALL, USED, function="_validate_sample")
    assert found.note.startswith("pass `validate_args=False` at main.py:1")
    assert cure(MADE, USED, function="_validate_sample").edit == NO_CHECKS


@pytest.mark.parametrize(
    ("line", "other"),
    [
        (CALL, {"inner": FILE}),
        (CALL.replace("strict", "False"), {"function": "log_prob"}),
        ("net = Net(checkpoint=True)", {"function": "forward"}),
        (MADE, {"inner": LIBRARY.replace("distribution.py", "normal.py")}),
    ],
)
def test_other_breaks_are_none_of_a_check(line, other):
    assert cure(line, **other) is None


def test_the_line_with_true_is_named_if_it_is_another_one():
    made = "base = Normal(mean, std, validate_args=STRICT)"
    found = cure("STRICT = True", made)
    assert "at main.py:2, which is True by main.py:1: " in found.note
    assert "True by" not in cure(CALL.replace("strict", "True")).note
