"""The table of torch's records: each name has its rows, each row tells the truth."""

from __future__ import annotations

import pytest

from depyf.capture.trace_table import DROPPED, RECORDS, rows_of
from depyf.model import events


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
