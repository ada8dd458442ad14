"""The table of problems fits its programs; no torch is needed for that."""

from __future__ import annotations

import pytest

from .problems import PROBLEMS
from .run import PROGRAMS, edited

LONGEST = 60
BY_NAME = {problem.name: problem for problem in PROBLEMS}


def text_of(problem):
    return (PROGRAMS / f"{problem.name}.py").read_text(encoding="utf-8")


def test_each_program_has_a_row_and_each_row_a_program():
    assert len(BY_NAME) == len(PROBLEMS)
    assert {path.stem for path in PROGRAMS.glob("*.py")} == set(BY_NAME)


@pytest.mark.parametrize("name", BY_NAME)
def test_the_cause_is_one_line_of_a_short_program(name):
    problem = BY_NAME[name]
    lines = text_of(problem).splitlines()
    assert len(lines) < LONGEST
    assert sum(problem.cause in line for line in lines) == 1


@pytest.mark.parametrize("name", BY_NAME)
def test_every_edit_fits_and_leaves_a_program(name):
    problem = BY_NAME[name]
    for edits in (problem.edits, *problem.also.values(), *problem.useless.values()):
        new = edited(text_of(problem), edits)
        compile(new, name, "exec", dont_inherit=True)
        assert (new != text_of(problem)) == bool(edits)


def test_what_is_expected_needs_no_edit_and_the_rest_does():
    for problem in PROBLEMS:
        assert bool(problem.edits) == bool(problem.rule), problem.name
        assert (problem.before != problem.after) == bool(problem.rule), problem.name


def test_an_edit_that_fits_nowhere_is_told():
    with pytest.raises(ValueError, match="0 times"):
        edited("a = 1", [("b", "c")])
