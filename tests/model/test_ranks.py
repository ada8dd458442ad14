"""Ranks are equal if they compiled the same; else the first difference is told."""

from __future__ import annotations

import json
import random

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.ranks import Step, grouped, steps_of
from depyf.reading.limits import LIMITS
from depyf.render.page_ranks import page_ranks
from depyf.render.ranks import ranks_section, sequence_json, steps_in
from depyf.torch_text.names import CompileId

F = Step("0/0", "f (a.py:1)", "compiled", (), ("d0",), ("g0.py",))
G = Step("1/0", "g (a.py:9)", "compiled", (), ("d1",), ("g1.py",))


def section(sequences, world, files=None):
    files = files or {}
    return "\n".join(
        ranks_section(sequences, world, lambda rank, name: files.get((rank, name), ""))
    )


def test_equal_ranks_are_one_group_whatever_order_they_are_read_in():
    ranks = list(range(8))
    random.Random(1).shuffle(ranks)
    (group,) = grouped(dict.fromkeys(ranks, (F, G)))
    assert group.ranks == tuple(range(8))
    text = section(dict.fromkeys(ranks, (F, G)), 8)
    assert "All 8 ranks compiled the same" in text


def test_the_first_difference_is_told_not_a_later_one():
    other = Step("1/0", "h (a.py:20)", "compiled", (), ("d2",))
    later = Step("2/0", "k (a.py:30)", "compiled")
    _, group = grouped({0: (F, G, later), 1: (F, other)})
    assert (group.ranks, group.difference.position) == ((1,), 1)
    text = section({0: (F, G, later), 1: (F, other)}, 2)
    assert "did not compile the same" in text
    assert "at compilation 2: rank 1 compiles 1/0 `h (a.py:20)`, rank 0 1/0 `g" in text


def test_a_rank_that_stops_earlier_or_goes_on_longer_is_told():
    assert "rank 1 does not compile 1/0 `g" in section({0: (F, G), 1: (F,)}, 2)
    assert "rank 1 also compiles 1/0 `g" in section({0: (F,), 1: (F, G)}, 2)


def test_another_graph_is_told_with_the_line_that_differs():
    other = Step("1/0", "g (a.py:9)", "compiled", (), ("d9",), ("g1.py",))
    files = {(0, "g1.py"): "a\n  add = x + 1", (1, "g1.py"): "a\n  add = x + 2"}
    text = section({0: (F, G), 1: (F, other)}, 2, files)
    assert "1/0 `g (a.py:9)` captured another graph" in text
    assert "rank 0: `add = x + 1`" in text
    assert "rank 1: `add = x + 2`" in text


def test_another_break_or_outcome_is_told():
    broken = Step("1/0", "g (a.py:9)", "compiled", ("print at a.py:10",), ("d1",))
    text = section({0: (F, G), 1: (F, broken)}, 2)
    assert "breaks print at a.py:10 on rank 1, nowhere on rank 0" in text
    skipped = Step("1/0", "g (a.py:9)", "not compiled", (), ("d1",))
    text = section({0: (F, G), 1: (F, skipped)}, 2)
    assert "is not compiled on rank 1, compiled on rank 0" in text


def test_ranks_that_wrote_nothing_are_named():
    text = section({0: (F,), 2: (F,)}, 4)
    assert "2 of 4 ranks are known" in text
    assert "2 ranks wrote nothing yet, or ended by force: 1, 3" in text


def test_ranks_that_are_only_claimed_cost_nothing():
    text = section({0: (F,), 40: (F,)}, 10**12)
    assert "999999999998 ranks wrote nothing yet" in text
    assert "1 to 39, 41 to 999999999999" in text
    missing = page_ranks({0: (F,)}, 10**12, lambda rank, name: "")["missing"]
    assert missing == [*range(1, LIMITS.ranks + 1)]


def test_the_sequence_of_a_run_survives_its_file_and_ignores_devices():
    def run(device):
        captured = f'def forward(self, x: "f32[2][1]cuda:{device}"): ...'
        return fold(
            [
                ev.RunStarted(None, rank=device, world_size=2),
                ev.FrameStarted(CompileId(1, 0), co_name="g", file="/a/b.py"),
                ev.GraphReported(
                    CompileId(1, 0), stage="Captured_Graph", text=captured
                ),
                ev.FrameStarted(CompileId(0, 0), co_name="f", file="/a/b.py"),
                ev.TransformedCode(CompileId(0, 0), co_name="f", code_key="f"),
            ]
        )

    first, second = steps_of(run(0)), steps_of(run(1))
    assert [step.id for step in first] == ["1/0", "0/0"]  # as they began
    assert len(grouped({0: first, 1: second})) == 1
    assert steps_in(sequence_json(run(0))) == first
    assert json.loads(sequence_json(run(1)))["rank"] == 1
    assert steps_in("{") is None
    assert steps_in("[]") is None
