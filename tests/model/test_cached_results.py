"""Seconds of a warm start do not stand as those of a cold one."""

from __future__ import annotations

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.cached_results import again_seconds, cached_entries
from depyf.render.index import index_md
from depyf.render.json import summary
from depyf.torch_text.names import CompileId
from tests.render.journal import entry


def run_of(*lookups):
    """Return a run with one entry for each tuple of lookups."""
    every = []
    for at, looked in enumerate(lookups):
        compile_id = CompileId(0, at)
        every += [
            entry(compile_id, "f", at, "def f(): pass"),
            ev.GuardsReported(compile_id),
            ev.Metrics(compile_id, seconds=1.0),
            *(ev.CacheLookup(compile_id, *one) for one in looked),
        ]
    return fold(every)


def hit(key, cache="aot_autograd"):
    return cache, "hit", "", key


def miss(key, cache="aot_autograd"):
    return cache, "miss", "", key


@pytest.mark.parametrize(
    ("lookups", "number"),
    [
        (([miss("a")],), 0),
        (([hit("a"), hit("f", "fx_graph")], [hit("b")]), 2),
        # What the run stored, it finds on a cold start, too.
        (([miss("a"), miss("f", "fx_graph")], [hit("a"), hit("f", "fx_graph")]), 0),
        (([miss("a"), hit("f", "fx_graph")],), 1),
        # The backward of a later entry may be compiled first.
        (([hit("b", "fx_graph")], [miss("b", "fx_graph")]), 0),
        (([hit("a", "other")],), 0),
    ],
)
def test_only_results_from_before_the_run_count(lookups, number):
    assert cached_entries(run_of(*lookups)) == number


def test_the_headline_says_that_a_cold_start_takes_longer():
    warm, cold = run_of([hit("a")]), run_of([miss("a")])
    said = "1.0 s compiling (1 entry used torch's caches; a cold start takes longer)"
    assert said in index_md(warm).splitlines()[0]
    assert "caches" not in index_md(cold).splitlines()[0]
    assert summary(warm)["totals"]["cached_entries"] == 1
    assert "cached_entries" not in summary(cold)["totals"]


@pytest.mark.parametrize(
    ("first", "seconds"),
    [(hit("b", "fx_graph"), 1.0), (hit("c", "fx_graph"), 4.0), (miss("b"), 4.0)],
    ids=["the same backward", "another one", "not found"],
)
def test_a_backward_that_the_first_entry_needs_is_no_cost_of_a_recompile(
    first, seconds
):
    # Backwards run in reverse order, so the last entry compiles what all of them need.
    last = CompileId(0, 1)
    lookups = [ev.CacheLookup(CompileId(0, 0), *first)]
    lookups += [ev.CacheLookup(last, *miss("b", "fx_graph"))]
    every = [
        *(entry(CompileId(0, at), "f", at, "def f(): pass") for at in range(2)),
        ev.Recompile(last, (ev.RecompileReason("n == 1", CompileId(0, 0)),)),
        *(ev.Metrics(last, seconds=one) for one in (1.0, 3.0)),
        *lookups,
    ]
    [frame] = fold(every).frames
    assert again_seconds(frame, frame.compilations[1:]) == seconds
