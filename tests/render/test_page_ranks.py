"""The page is told which ranks are equal, and of others what differs first, as data."""

from __future__ import annotations

import json

import pytest

from depyf.model.ranks import Step
from depyf.render.page_ranks import page_ranks

F = Step("0/0", "f (a.py:1)", "compiled", (), ("d0",), ("g0.py",))
G = Step("1/0", "g (a.py:9)", "compiled", (), ("d1",), ("g1.py",))
H = Step("1/0", "h (a.py:20)", "compiled", (), ("d2",), ("g2.py",))
OTHER_GRAPH = Step("1/0", "g (a.py:9)", "compiled", (), ("d9",), ("g1.py",))
REFUSED = Step("1/0", "g (a.py:9)", "not compiled", (), ("d1",))
BROKEN = Step("1/0", "g (a.py:9)", "compiled", ("print at a.py:10",), ("d1",))


def told(sequences, world=2, files=None):
    files = files or {}
    data = page_ranks(sequences, world, lambda rank, name: files.get((rank, name), ""))
    assert json.loads(json.dumps(data)) == data  # is JSON as it stands
    return data


def test_equal_ranks_are_one_group_and_each_has_its_page():
    data = told({1: (F, G), 0: (F, G)})
    (group,) = data["groups"]
    assert group["ranks"] == [
        {"rank": 0, "page": "index.html"},
        {"rank": 1, "page": "rank_1/index.html"},
    ]
    assert group["compilations"] == 2
    assert "difference" not in group
    assert (data["world"], data["missing"]) == (2, [])


@pytest.mark.parametrize(
    ("mine", "kind"),
    [
        ((F, G, H), "more"),
        ((F,), "fewer"),
        ((F, H), "function"),
        ((F, OTHER_GRAPH), "graph"),
        ((F, REFUSED), "outcome"),
        ((F, BROKEN), "breaks"),
    ],
)
def test_each_kind_of_difference_has_its_name(mine, kind):
    _, group = told({0: (F, G), 1: mine})["groups"]
    assert group["difference"]["kind"] == kind


def test_the_first_difference_is_told_with_the_steps_around_it():
    data = told({0: (F, G, F, G, F, G), 1: (F, H, F)})
    difference = data["groups"][1]["difference"]
    assert difference["position"] == 1
    assert difference["first"]["function"] == "g (a.py:9)"
    assert difference["other"]["function"] == "h (a.py:20)"
    around = difference["around"]
    assert [one["position"] for one in around] == [0, 1, 2, 3, 4]
    assert around[0]["first"] == around[0]["other"]
    assert around[4]["other"] is None  # the rank had ended


def test_graphs_that_differ_are_told_with_their_first_other_line():
    files = {(0, "g1.py"): "a\n  add = x + 1", (1, "g1.py"): "a\n  add = x + 2"}
    data = told({0: (F, G), 1: (F, OTHER_GRAPH)}, files=files)
    difference = data["groups"][1]["difference"]
    assert difference["files"] == ["g1.py", "g1.py"]
    assert difference["lines"] == ["add = x + 1", "add = x + 2"]


def test_a_graph_whose_file_is_gone_has_no_lines():
    difference = told({0: (F, G), 1: (F, OTHER_GRAPH)})["groups"][1]["difference"]
    assert "lines" not in difference


def test_ranks_that_wrote_nothing_are_missing():
    assert told({0: (F,), 2: (F,)}, world=4)["missing"] == [1, 3]
    assert told({}, world=2) == {"world": 2, "groups": [], "missing": [0, 1]}
