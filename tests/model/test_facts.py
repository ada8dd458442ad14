"""What a compilation and a run keep of their events, as the class of each says."""

from __future__ import annotations

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.detail_events import Annotation
from depyf.torch_text.names import CompileId

FIRST = CompileId(0, 0)
STARTED = ev.FrameStarted(FIRST, co_name="f", file="a.py", first_line=1)
SYMBOL = ev.ShapeSymbol(FIRST, symbol="s0")
LOOKUP = ev.CacheLookup(FIRST, cache="fx_graph", outcome="miss")


def facts(*events):
    run = fold(events)
    return run.facts, run.compilations[0].facts


def test_what_is_told_again_is_kept_once_only_where_its_class_says_so():
    timed = ev.Metrics(FIRST, seconds=1.0)
    _, kept = facts(STARTED, LOOKUP, timed, LOOKUP, timed)
    assert kept.all(ev.CacheLookup) == (LOOKUP,)
    assert kept.all(ev.Metrics) == (timed, timed)


def test_a_new_attempt_voids_what_belongs_to_the_old_one():
    _, kept = facts(STARTED, SYMBOL, LOOKUP, STARTED)
    assert kept.all(ev.ShapeSymbol) == ()
    assert kept.all(ev.CacheLookup) == (LOOKUP,)


def test_what_belongs_to_the_run_is_kept_there_whatever_it_names():
    note = ev.Note(FIRST, text="so")
    of_run, of_compilation = facts(STARTED, note, note)
    assert of_run.all(ev.Note) == (note,)
    assert of_compilation.all(ev.Note) == ()


def test_what_names_no_compilation_belongs_to_the_run():
    inside, outside = Annotation(FIRST, graph="g"), Annotation(None, graph="h")
    of_run, of_compilation = facts(STARTED, inside, outside)
    assert of_run.all(Annotation) == (outside,)
    assert of_compilation.all(Annotation) == (inside,)


def test_what_is_folded_is_no_fact():
    _, kept = facts(STARTED, ev.Hits(FIRST, hits=1))
    assert kept.all(ev.Hits) == ()
    assert kept.all(ev.FrameStarted) == ()
