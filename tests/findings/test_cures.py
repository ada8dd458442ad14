"""The edit of the first finding cures the program, applied as it is written.

Where it takes a person to apply it, the cure that the table of problems holds is what
the finding's words ask for.  `test_recorded` tests that the finding names the cause.
"""

from __future__ import annotations

import os

import pytest

from .applying import applied
from .problems import PROBLEMS
from .run import PROGRAMS, run, run_text

pytestmark = pytest.mark.torch

# With real compilations of C++: in the session of nox.
SLOW = {one.name for one in PROBLEMS if one.backend == "inductor"}
CURED = [one for one in PROBLEMS if one.rule and one.edits and one.name not in SLOW]
# Nothing is compiled on some torches: no finding can be made of nothing.
CURED = [one for one in CURED if one.name != "library_layers"]
# One of each kind, four of them in every run; the rest where DEPYF_ALL_CURES is set.
SOME = {
    "counter_attribute", "block_index", "helper_item", "helper_any", "global_step",
    "temperature", "growing_list", "boolean_mask", "size_loop", "library_call",
    "changed_strides", "float64_targets", "processor_classes", "list_conversion",
    "whole_graph", "cache_position", "two_conditions", "kept_history",
}  # fmt: skip
QUICK = {"counter_attribute", "helper_item", "growing_list", "two_conditions"}
# One of each kind of edit; the others of SOME run in nox.
IN_CI = QUICK | {"boolean_mask", "library_call", "list_conversion", "kept_history"}
RARE = pytest.mark.rare(reason="one more edit of a kind that CI runs")
CHOSEN = [
    pytest.param(
        one,
        id=one.name,
        marks=()
        if one.name in QUICK
        else pytest.mark.slow(reason="one more program, with the edit and without")
        if one.name in IN_CI
        else RARE,
    )
    for one in CURED
    if one.name in SOME or os.environ.get("DEPYF_ALL_CURES")
]


def told(dump):
    """Return rule and line of each finding."""
    return {
        (one["rule"], one.get("line", {}).get("text"))
        for one in dump.summary["findings"]
    }


@pytest.mark.parametrize("problem", CHOSEN)
def test_the_edit_cures_the_program(problem, tmp_path):
    before = run(problem.name, tmp_path / "before")
    assert before.summary["findings"], before.index
    first = before.summary["findings"][0]
    text = (PROGRAMS / f"{problem.name}.py").read_text(encoding="utf-8")
    changed = applied(text, first)
    if changed is None:
        after = run(problem.name, tmp_path / "after", problem.edits)
    else:
        assert changed != text
        after = run_text(problem.name, tmp_path / "after", changed)
    gone = (first["rule"], first.get("line", {}).get("text"))
    assert gone not in told(after), after.index
    assert after.figures() != before.figures()
    assert cost(after) < cost(before)


def cost(dump):
    """Return what happened more than it had to."""
    figures = dump.figures()
    return (
        figures.recompiles
        + figures.breaks
        + 10 * figures.skipped  # these run as plain Python for ever
        + figures.saved_mib
        + figures.guard_thousands
    )
