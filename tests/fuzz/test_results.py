"""What `nox -s fuzz` found in volume is kept, and shows no difference."""

from __future__ import annotations

import json

import pytest

from .measure import KINDS, RESULTS, Run, added, with_run

FOUND = json.loads(RESULTS.read_text())


@pytest.mark.parametrize("python", sorted(FOUND))
def test_no_text_was_wrong_and_nothing_crashed(python):
    found = FOUND[python]
    for kind in ("programs", "flow"):
        assert found[kind]["wrong"] == []
    assert found["bytes"]["died"] == []
    assert found["bytes"]["errors"] == []


@pytest.mark.parametrize("python", sorted(FOUND))
def test_at_most_one_mutant_in_a_thousand_escapes(python):
    found = FOUND[python]["mutants"]
    accepted = found["escaped"] + found["failed"]
    assert len(accepted) <= max(1, found["count"] // 1000), accepted


def test_every_kind_was_run_on_every_python():
    assert {python.rpartition(".")[0] for python in FOUND} == {
        f"3.{minor}" for minor in range(8, 16)
    }
    for found in FOUND.values():
        assert set(found) == set(KINDS)


def test_results_add_up():
    one = {"count": 2, "next": 5, "wrong": [1], "qualities": {"exact": 2}}
    other = {"count": 1, "next": 6, "wrong": [], "qualities": {"listing": 1}}
    assert added(one, other) == {
        "count": 3,
        "next": 6,
        "wrong": [1],
        "qualities": {"exact": 2, "listing": 1},
    }


def test_runs_that_go_on_from_each_other_are_one():
    one, other = Run("abc", "day", 0, 5), Run("abc", "day", 5, 9)
    runs = with_run(with_run([], one, 4), other, 3)
    first = {"revision": "abc", "date": "day", "first": 0, "next": 9, "count": 7}
    assert runs == [first]
    runs = with_run(runs, Run("def", "day", 9, 10), 1)
    assert [run["revision"] for run in runs] == ["abc", "def"]


@pytest.mark.parametrize("python", sorted(FOUND))
def test_no_seed_was_run_twice(python):
    for found in FOUND[python].values():
        starts = [run["first"] for run in found["runs"]]
        ends = [run["next"] for run in found["runs"]]
        assert starts[1:] == ends[:-1]
        assert ends[-1] == found["next"]
        assert sum(run["count"] for run in found["runs"]) == found["count"]
