"""The table of torch's records: each name has its rows, each row tells the truth."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.capture.trace_table import DROPPED, RECORDS, rows_of, stack_of_frame
from depyf.model import events
from depyf.model.events import SourceLine


@pytest.mark.parametrize("row", RECORDS, ids=lambda row: row.name)
def test_a_reader_returns_the_event_that_its_row_names(row):
    returned = row.read.__annotations__["return"].replace(" | None", "")
    # Where the place makes the event, the reader returns nothing.
    assert returned in {row.makes.__name__, "None"}


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("dynamo_start", [events.FrameStarted]),
        ("compilation_metrics", [events.Metrics, events.Recompile]),
        ("bwd_compilation_metrics", [events.Metrics]),
        ("artifact:before_pre_grad_graph", [events.GraphReported]),
        ("inductor_post_grad_graph", [events.GraphReported]),
        ("artifact:before_joint_graph", []),  # dropped, although it is a graph
        ("artifact:fx_graph_cache_hit", [events.CacheLookup]),
        ("artifact:some_later_cache_miss", [events.CacheLookup]),
        ("artifact:whatever", [events.RawAttachment]),
        ("", [events.RawAttachment]),
    ],
)
def test_a_name_finds_its_rows(name, made):
    assert [row.makes for row in rows_of(name)] == made


def test_no_row_is_in_vain():
    named = [row.name for row in RECORDS if "*" not in row.name]
    reached = {row for name in named if name not in DROPPED for row in rows_of(name)}
    lost = [row.name for row in RECORDS if row not in reached and "*" not in row.name]
    # Inductor sends some graphs under two names, and one of them is enough.
    assert set(lost) <= DROPPED


def at(*lines):
    """Return lines of a program, one a function."""
    return tuple(SourceLine("main.py", line, f"f{line}") for line in lines)


@pytest.mark.parametrize(
    ("recorded", "callers", "stack"),
    [
        ((1, 2, 9), (2, 1), (1, 2, 9)),  # the record is complete
        ((1, 9), (3, 2, 1), (1, 2, 3, 9)),  # two frames are left out
        ((9,), (3, 2, 1), (3, 9)),  # nothing in common: only the caller is certain
        ((), (3,), ()),  # nothing is recorded
        ((1, 9), (), (1, 9)),  # read from a log
    ],
)
def test_a_stack_has_the_callers_that_torch_leaves_out(recorded, callers, stack):
    place = SimpleNamespace(callers=lambda: iter(at(*callers)))
    record = SimpleNamespace(stack=lambda _name: at(*recorded), place=place)
    assert stack_of_frame(record) == at(*stack)
