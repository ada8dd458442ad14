"""Flow charts: what they say, that it fits, and that no name becomes markup."""

from __future__ import annotations

import gzip
import itertools
import json
import re
from pathlib import Path

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.serialize import event_from_json
from depyf.render.drawing.flow import flow_chart
from depyf.render.drawing.mermaid import mermaid_text
from depyf.render.drawing.picture import FACES, Chart, Line, Node
from depyf.render.drawing.svg import svg_text
from depyf.render.drawing.text_size import width_of
from depyf.render.drawing.tree import arranged
from depyf.torch_text.names import CompileId

from .journal import check_golden, entry, nasty_run, recorded

TESTS = Path(__file__).parent.parent
JOURNALS = sorted(
    [*TESTS.glob("render/journals/*"), *TESTS.glob("findings/journals/*.gz")]
)


def run_of(path):
    """Return the run of a recorded journal, packed or not."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    return fold(event_from_json(json.loads(line)) for line in text.splitlines())


def flow_svg(run):
    """Return the flow chart of all functions of a run."""
    return svg_text(arranged(flow_chart(run)))


def flow_mermaid(run):
    """Return the same for Mermaid."""
    return mermaid_text(flow_chart(run))


def said(chart, kind):
    """Return what the nodes of one kind say."""
    return [
        " / ".join(line.text for line in node.lines)
        for node in chart.nodes
        if node.kind == kind
    ]


def root_named(run, name):
    return [root for root in run.roots if root.co_name == name]


@pytest.mark.parametrize("name", ["toy_training", "breaks_and_recompiles"])
def test_the_flow_chart_reads_as_agreed(name):
    check_golden(f"{name}.flow.mmd", flow_mermaid(recorded(name)))


def test_the_flow_chart_looks_as_agreed():
    check_golden("flow.svg", flow_svg(recorded("toy_training")))


def test_resume_functions_follow_their_breaks_in_reading_order():
    run = recorded("breaks_and_recompiles")
    chart = flow_chart(run, root_named(run, "three"))
    assert said(chart, "break") == [
        'graph break / failed to trace builtin operator / print("first", end="") / '
        "drawn.py:17",
        'graph break / failed to trace builtin operator / print("second", end="") / '
        "drawn.py:19",
        "graph break / data-dependent branching / if y.mean() > 0: / drawn.py:21",
    ]
    assert [text.partition(" / ")[0] for text in said(chart, "call")] == [
        "call three",
        "resume at drawn.py:17",
        "resume at drawn.py:19",
        "resume at drawn.py:21",
        "resume at drawn.py:21",
    ]
    assert {edge.label for edge in chart.edges} == {"", "yes", "no", "true", "false"}


def test_a_function_that_is_not_compiled_says_why():
    run = recorded("breaks_and_recompiles")
    chart = flow_chart(run, root_named(run, "in_loop"))
    (miss,) = said(chart, "miss")
    assert miss.startswith(
        "runs as plain Python / torch.compile detected a graph break"
    )
    assert "for/while loop" in miss
    assert "torch._dynamo.graph_break() / drawn.py:" in miss


def test_two_entries_are_asked_in_turn():
    run = recorded("breaks_and_recompiles")
    chart = flow_chart(run, root_named(run, "scaled"))
    assert said(chart, "guard") == [
        "entry 0: guards hold? / for x float32 [4], factor == 2 / 11 guards",
        "entry 1: guards hold? / as entry 0 but factor: 2 -> 3 / 11 guards",
    ]
    assert said(chart, "miss") == ["compile again / or run the original"]
    labels = [edge.label for edge in chart.edges if edge.source == chart.nodes[1].key]
    assert sorted(labels) == ["no", "yes"]


def test_of_many_entries_those_in_the_middle_are_folded():
    run = recorded("breaks_and_recompiles")
    chart = flow_chart(run, root_named(run, "limited"))
    assert len(said(chart, "guard")) == 7
    assert said(chart, "more") == ["entries 6 to 8 / 3 more, asked in turn"]
    assert said(chart, "miss") == [
        "the original function runs / the recompile limit is reached"
    ]


def test_hits_are_told_where_they_were_counted():
    run = fold(
        [entry(CompileId(0, 0), "f", 0, "def f(): pass"), ev.Hits(CompileId(0, 0), 5)]
    )
    assert said(flow_chart(run), "code") == ["transformed code / exact, 5 hits"]


def test_a_resume_function_that_two_entries_call_is_drawn_once():
    run = recorded("toy_training")
    chart = flow_chart(run)
    assert len(said(chart, "guard")) == sum(len(one.entries) for one in run.frames)
    assert sum("drawn already" in text for text in said(chart, "call")) == 2


def test_as_many_functions_are_drawn_as_can_be_read():
    many = [entry(CompileId(n, 0), f"f{n}", 0, "def f(): pass") for n in range(40)]
    chart = flow_chart(fold(many))
    assert len(said(chart, "call")) == 12
    assert said(chart, "more")[-1].startswith("28 functions more")


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.name.partition(".")[0])
def test_nothing_overlaps_and_all_texts_fit(path):
    picture = arranged(flow_chart(run_of(path)))
    for one, other in itertools.combinations(picture.boxes, 2):
        apart = (
            one.right <= other.x
            or other.right <= one.x
            or one.bottom <= other.y
            or other.bottom <= one.y
        )
        assert apart, (one.node.full_text, other.node.full_text)
    for box in picture.boxes:
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= picture.width
        assert box.bottom <= picture.height
        assert sum(FACES[line.style].leading for line in box.lines) < box.height
        for line in box.lines:
            assert width_of(line.text, line.style) < box.width - 8


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.name.partition(".")[0])
def test_no_edge_runs_through_a_node(path):
    picture = arranged(flow_chart(run_of(path)))
    for route in picture.routes:
        for (x1, y1), (x2, y2) in zip(route.points, route.points[1:]):
            for box in picture.boxes:
                is_beside = max(x1, x2) <= box.x + 1 or min(x1, x2) >= box.right - 1
                is_over = max(y1, y2) <= box.y + 1 or min(y1, y2) >= box.bottom - 1
                assert is_beside or is_over, (route, box.node.full_text)


def test_a_drawing_is_the_same_every_time():
    once, again = (recorded("toy_training") for _ in range(2))
    assert flow_svg(once) == flow_svg(again)
    assert flow_mermaid(once) == flow_mermaid(again)


def test_a_hostile_name_is_no_markup_of_mermaid():
    text = flow_mermaid(nasty_run())
    labels = re.findall(r'"([^"\n]*)"', text)
    assert labels
    for label in labels:
        assert not re.search(r"[<>\[\]{}`*$|&;]", re.sub(r"#\d+;|<br/>", "", label))
    assert text.count('"') % 2 == 0
    assert "<script" not in text
    assert "<img" not in text


def test_a_class_of_mermaid_is_none_of_its_words():
    nodes = tuple(Node(kind, kind, (Line("x"),)) for kind in ("graph", "call"))
    text = mermaid_text(Chart("t", "a", nodes, ()))
    assert "of_graph" in text
    assert not re.search(r":::(graph|call)\b", text)
