"""Graphs as pictures: what is read from their text, and the layout in layers."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depyf.model.run import Graph
from depyf.model.stages import CAPTURED
from depyf.torch_text.graph import ParsedGraph
from tests.docs.drawing.graph import (
    graph_chart,
    graph_picture,
    module_of,
    words_of,
)
from tests.docs.drawing.layered import Size, Spacing, cycle_edges, laid_out, layers_of
from tests.docs.drawing.parts import drawing_svg
from tests.render.journal import check_golden, recorded
from tests.render.test_drawing_flow import JOURNALS, run_of
from tests.render.test_drawing_svg import check_drawing

NAMES = [f"n{number}" for number in range(14)]
GRAPHS = st.tuples(
    st.lists(st.sampled_from(NAMES), unique=True, min_size=1),
    st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=40),
)


def graph_of(nodes, edges):
    known = [(a, b) for a, b in edges if a in nodes and b in nodes]
    sizes = {
        name: Size(20 + 7 * (int(name[1:]) % 5), 10 + 5 * (int(name[1:]) % 3))
        for name in nodes
    }
    return sizes, known


@given(GRAPHS)
def test_no_two_nodes_overlap(graph):
    sizes, edges = graph_of(*graph)
    layout = laid_out(sizes, edges, Spacing(across=6, down=9))
    for one, other in itertools.combinations(sizes, 2):
        (x1, y1), (x2, y2) = layout.places[one], layout.places[other]
        apart = (
            x1 + sizes[one].width <= x2 - 5.99
            or x2 + sizes[other].width <= x1 - 5.99
            or y1 + sizes[one].height <= y2 - 8.99
            or y2 + sizes[other].height <= y1 - 8.99
        )
        assert apart
    for name, (x, y) in layout.places.items():
        assert x >= -0.01
        assert y >= 0
        assert x + sizes[name].width <= layout.width + 0.01
        assert y + sizes[name].height <= layout.height


@given(GRAPHS)
def test_edges_lead_down_but_those_that_close_a_cycle(graph):
    sizes, edges = graph_of(*graph)
    layout = laid_out(sizes, edges)
    assert set(layout.routes) == {(a, b) for a, b in edges if a != b}
    for (source, target), points in layout.routes.items():
        ys = [y for _, y in points]
        if (source, target) in layout.turned:
            assert ys == sorted(ys, reverse=True)
            assert layout.places[source][1] > layout.places[target][1]
        else:
            assert ys == sorted(ys)
            assert layout.places[source][1] < layout.places[target][1]
            assert points[0][1] == layout.places[source][1] + sizes[source].height
            assert points[-1][1] == layout.places[target][1]


@given(GRAPHS)
def test_without_the_edges_found_there_is_no_cycle(graph):
    nodes, edges = graph
    known = [(a, b) for a, b in edges if a in nodes and b in nodes and a != b]
    found = cycle_edges(nodes, known)
    rest = [pair for pair in known if pair not in found]
    ranks = layers_of(nodes, list(dict.fromkeys(rest)))
    assert all(ranks[a] < ranks[b] for a, b in rest)
    assert cycle_edges(nodes, rest) == frozenset()


@given(GRAPHS)
def test_the_layout_is_the_same_every_time(graph):
    sizes, edges = graph_of(*graph)
    assert laid_out(sizes, edges) == laid_out(dict(sizes), list(edges))


@given(GRAPHS)
def test_passing_edges_keep_clear_of_nodes(graph):
    sizes, edges = graph_of(*graph)
    layout = laid_out(sizes, edges)
    for points in layout.routes.values():
        for (x1, y1), (x2, y2) in zip(points[1:-1:2], points[2:-1:2]):
            assert x1 == x2
            for name, (x, y) in layout.places.items():
                within = min(y1, y2) < y + sizes[name].height and y < max(y1, y2)
                assert not (within and x < x1 < x + sizes[name].width)


def test_a_chain_is_a_straight_line():
    names = [f"n{number}" for number in range(6)]
    sizes = {name: Size(30 + 10 * at, 10) for at, name in enumerate(names)}
    layout = laid_out(sizes, list(zip(names, names[1:])))
    middles = {layout.places[name][0] + sizes[name].width / 2 for name in names}
    assert len(middles) == 1


def test_nothing_at_all_has_a_layout():
    assert laid_out({}, []).places == {}


MODEL = """\
class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: "f32[2, 8]",
        L_self_modules_layers_modules_0_modules_fc_parameters_weight_: "f32[8, 8]",
    ):
        l_x_ = L_x_
        w = L_self_modules_layers_modules_0_modules_fc_parameters_weight_

        # Module: self.layers.0.fc (Linear)
        # File: /home/user/net.py:7 in forward, code: x = self.fc(x)
        linear: "f32[2, 8]" = torch._C._nn.linear(l_x_, w);  w = None

        # Module: self (Net)
        # File: /home/user/net.py:8 in forward, code: return x[..., :4] - linear
        part: "f32[2, 4]" = l_x_[(Ellipsis, slice(None, 4, None))];  l_x_ = None
        sum_1: "f32[2]" = linear.sum(dim = -1)
        sub: "f32[2]" = part - sum_1;  part = sum_1 = None
        return (sub, linear)
"""


def test_operators_are_read_from_the_text_of_a_graph():
    found = ParsedGraph(MODEL).operators
    assert [(one.kind, one.label, one.type, one.arguments) for one in found] == [
        ("input", "x", "float32 [2, 8]", ()),
        ("operator", "linear", "float32 [2, 8]", ("L_x_",)),
        ("operator", "x[..., :4]", "float32 [2, 4]", ("L_x_",)),
        ("operator", ".sum(dim=-1)", "float32 [2]", ("linear",)),
        ("operator", "part - sum_1", "float32 [2]", ("part", "sum_1")),
        ("output", "return", "", ("sub", "linear")),
    ]
    assert found[1].parameters == ("weight [8, 8]",)
    assert module_of(found[1]) == "layers[0].fc"
    assert module_of(found[2]) == ""
    assert words_of(found[1]).endswith("\nnet.py:7: x = self.fc(x)")


def test_inputs_that_stand_in_lists_are_inputs():
    text = (
        "class inner_f(torch.nn.Module):\n"
        "    def forward(self, primals, tangents):\n"
        '        primals_1: "f32[8]"\n'
        "        primals_1, tangents_1, = fx_pytree.tree_flatten_spec("
        "[primals, tangents], self._in_spec)\n"
        '        mul: "f32[8]" = torch.ops.aten.mul.Tensor(primals_1, tangents_1)\n'
        "        return pytree.tree_unflatten([mul], self._out_spec)\n"
    )
    assert [(one.kind, one.name, one.type) for one in ParsedGraph(text).operators] == [
        ("input", "primals_1", "float32 [8]"),
        ("input", "tangents_1", ""),
        ("operator", "mul", "float32 [8]"),
        ("output", "return", ""),
    ]


def test_a_text_that_is_no_python_is_told_of():
    chart = graph_chart(Graph("__compiled_fn_1", "Captured_Graph", 0, "(("))
    (node,) = chart.nodes
    assert "is not Python" in node.full_text


def graphs_of(run):
    return [graph for one in run.compilations for graph in one.graphs]


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.name.partition(".")[0])
def test_every_captured_graph_of_every_recorded_run_is_well_formed(path):
    for graph in graphs_of(run_of(path)):
        if graph.stage == CAPTURED:
            check_drawing(drawing_svg(graph_picture(graph)))


def test_the_graphs_of_the_toy_read_as_agreed():
    run = recorded("toy_training")
    check_golden("captured.svg", drawing_svg(graph_picture(graphs_of(run)[0])))


def test_layers_that_repeat_are_drawn_once():
    graphs = graphs_of(recorded("breaks_and_recompiles"))
    largest = max(graphs, key=lambda graph: len(graph.text))
    chart = graph_chart(largest)
    labels = [node.lines[0].text for node in chart.nodes if node.kind == "more"]
    assert labels == ["7 more layers like it"]
    assert chart.title.endswith(": 32 operators")
    assert len(chart.nodes) == 7


def test_what_is_too_large_is_counted():
    lines = ["class G(torch.nn.Module):", "    def forward(self, x):", "        v0 = x"]
    lines += [f"        v{n} = op{n}(v{n - 1})" for n in range(1, 201)]
    graph = Graph("__compiled_fn_1", "s", 0, "\n".join([*lines, "        return v200"]))
    chart = graph_chart(graph)
    (more,) = [node for node in chart.nodes if node.kind == "more"]
    assert len(chart.nodes) == 60
    assert more.lines[0].text == "143 operators more"
    assert chart.nodes[-1].kind == "output"


@pytest.mark.parametrize("name", ["toy_training", "breaks_and_recompiles"])
def test_no_two_boxes_of_a_graph_overlap(name):
    for graph in graphs_of(recorded(name)):
        for one, other in itertools.combinations(graph_picture(graph).boxes, 2):
            assert (
                one.right <= other.x
                or other.right <= one.x
                or one.bottom <= other.y
                or other.bottom <= one.y
            )
