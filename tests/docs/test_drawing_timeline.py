"""The times of a run as a picture."""

from __future__ import annotations

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.torch_text.names import CompileId
from tests.docs.drawing.parts import drawing_svg
from tests.docs.drawing.timeline import rows_of, timeline_picture
from tests.render.journal import check_golden, recorded
from tests.render.test_drawing_flow import JOURNALS, run_of
from tests.render.test_drawing_svg import check_drawing


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.name.partition(".")[0])
def test_the_timeline_of_every_recorded_run_is_well_formed(path):
    check_drawing(drawing_svg(timeline_picture(run_of(path))))


def test_bars_lie_end_to_end_and_add_up():
    picture, rows = (
        make(recorded("toy_training")) for make in (timeline_picture, rows_of)
    )
    total = sum(row.seconds for row in rows)
    assert picture.title == f"Compiling took {total:.1f} s"
    bars, start, scale = list(picture.bars), picture.bars[0].x, None
    for row in rows:
        own, bars = bars[: len(row.phases)], bars[len(row.phases) :]
        scale = scale or own[0].width / row.seconds
        assert own[0].x == pytest.approx(start)
        assert own[0].width == pytest.approx(row.seconds * scale)
        start += own[0].width
        # Each phase ends where the one around it does.
        for bar in own:
            assert bar.x + bar.width == pytest.approx(start)
        for bar, inner, seconds in zip(own, own[1:], row.phases.values()):
            assert bar.width - inner.width == pytest.approx(seconds * scale, abs=1)
    assert start <= picture.width


def test_the_timeline_reads_as_agreed():
    check_golden(
        "timeline.svg", drawing_svg(timeline_picture(recorded("toy_training")))
    )


def test_rows_come_in_the_order_in_which_compiling_began():
    first, second = CompileId(0, 0), CompileId(1, 0)
    run = fold(
        [
            ev.FrameStarted(second, "g"),
            ev.FrameStarted(first, "f"),
            ev.Metrics(first, seconds=1, times={"dynamo_cumulative_compile_time": 1.0}),
            ev.Metrics(second, seconds=2),
            ev.Metrics(first, seconds=3, backward=True),
        ]
    )
    assert [(row.name, row.seconds) for row in rows_of(run)] == [
        ("1/0 g", 2),
        ("0/0 f", 1.0),
        ("0/0 f, backward", 3),
    ]


def test_of_many_rows_the_quickest_stand_in_one():
    events = []
    for number in range(40):
        one = CompileId(number, 0)
        events += [
            ev.FrameStarted(one, f"f{number}"),
            ev.Metrics(one, seconds=1 + number),
        ]
    picture = timeline_picture(fold(events))
    names = [tag.text for tag in picture.tags]
    assert "17 more, each quicker" in names
    assert "39/0 f39" in names
