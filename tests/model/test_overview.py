"""What functions came to is counted once: rows add up to the numbers of the run."""

from __future__ import annotations

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.overview import overview, totals
from depyf.torch_text.names import CompileId
from tests.render.journal import entry, recorded

RESUME = "torch_dynamo_resume_in_f_at_2"
SOURCE = "def f(): return 1"


def run_of_two():
    """Return a run of `f`, which is cut at a line in both its entries, and of `g`."""
    first, again, rest, other = (
        CompileId(*ids) for ids in ((0, 0), (0, 1), (1, 0), (2, 0))
    )
    link = ev.ResumeLink("__resume_at_2_1", RESUME, code_key=f"{RESUME}1")
    stack = (ev.SourceLine("/a.py", 2, "f", "print()"),)
    events = [
        entry(first, "f", 0, SOURCE, resumes=(link,)),
        entry(again, "f", 1, SOURCE, resumes=(link,)),
        entry(rest, RESUME, 0, SOURCE),
        entry(other, "g", 0, SOURCE),
        *(ev.GraphBreak(one, "printed", user_stack=stack) for one in (first, again)),
        ev.Recompile(again, (ev.RecompileReason("x", first),)),
        ev.Metrics(rest, seconds=1.0),
        ev.Metrics(other, seconds=2.0),
    ]
    return fold(events)


def test_a_function_is_counted_with_what_resumes_it_and_without():
    g, f = overview(run_of_two())
    assert [g.root.co_name, f.root.co_name] == ["g", "f"]
    assert (f.own.entries, f.whole.entries) == (2, 3)
    assert (f.own.breaks, f.whole.breaks, f.whole.recompiles) == (1, 1, 1)
    assert (f.own.seconds, f.whole.seconds) == (0, 1.0)
    assert [frame.co_name for frame, _cost in f.frames] == ["f", RESUME]


@pytest.mark.parametrize("run", [run_of_two(), recorded("breaks_and_recompiles")])
def test_functions_add_up_to_the_run(run):
    rows, whole = overview(run), totals(run)
    for name in ("entries", "breaks", "recompiles", "graphs"):
        assert sum(getattr(row.whole, name) for row in rows) == getattr(whole, name)
        of_frames = [getattr(cost, name) for row in rows for _frame, cost in row.frames]
        assert sum(of_frames) == getattr(whole, name)
    assert sum(row.whole.seconds for row in rows) == pytest.approx(whole.seconds)
