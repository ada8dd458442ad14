"""The spans of all ranks on one clock, as many as can be drawn."""

from __future__ import annotations

import json

import pytest

from depyf.render import page_ranks
from depyf.render.page_ranks import RankTimes, stacked, times_in


def span(start, depth=0, seconds=1.0):
    return {
        "name": "f",
        "start": start,
        "seconds": seconds,
        "depth": depth,
        "compilation": "0/0",
        "frame": "f0",
        "at": 0,
    }


def test_ranks_stand_on_the_clock_of_the_one_that_began_first():
    times = {1: RankTimes(1000.0, [span(0.0)]), 0: RankTimes(1002.5, [span(1.0)])}
    told = stacked(times)
    assert [(one["rank"], one["page"]) for one in told] == [
        (0, "index.html"),
        (1, "rank_1/index.html"),
    ]
    assert [one["spans"][0]["start"] for one in told] == [3.5, 0.0]
    assert stacked({}) == []


def test_a_rank_without_a_clock_is_left_out():
    assert times_in(json.dumps({"clock": None, "spans": [span(0.0)]})) is None
    assert times_in(json.dumps({"steps": []})) is None
    assert times_in("[1]") is None
    assert times_in("no JSON") is None


@pytest.mark.parametrize("changed", [{"start": "0"}, {"depth": None}, {"name": 1}])
def test_what_is_no_span_is_left_out(changed):
    text = json.dumps({"clock": 1.0, "spans": [{**span(0.0), **changed}, span(2.0)]})
    assert times_in(text) == RankTimes(1.0, [span(2.0)])


def test_of_many_spans_the_outermost_are_kept_and_of_these_the_longest(monkeypatch):
    inner = [span(0.0), span(0.0, depth=1), span(0.5, depth=2), span(2.0)]
    monkeypatch.setattr(page_ranks, "MOST_SPANS", 3)
    (told,) = stacked({0: RankTimes(1.0, inner)})
    assert [one["depth"] for one in told["spans"]] == [0, 1, 0]
    wholes = [span(at, seconds=at % 3) for at in range(6)]
    (told,) = stacked({0: RankTimes(1.0, wholes)})
    assert [one["start"] for one in told["spans"]] == [1, 2, 5]
