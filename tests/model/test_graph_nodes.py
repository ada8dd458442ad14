"""Nodes of graphs: where they stand and come from, how large, until when needed."""

from __future__ import annotations

import pytest

from depyf.model.detail_events import SourceText
from depyf.model.graph_nodes import compilation_nodes, graph_nodes
from depyf.model.run import Compilation, Graph
from depyf.model.shared_memory import VIEWS
from depyf.model.sources import Sources
from depyf.render.run_texts import file_texts
from depyf.torch_text.graph_lines import places_above
from depyf.torch_text.names import CompileId
from tests.findings.test_recorded import recorded as problem
from tests.render.journal import recorded

RUNS = {
    "toy": recorded("toy_training"),
    "breaks": recorded("breaks_and_recompiles"),
    "unet": problem("examples/unet"),
    "experts": problem("examples/experts"),
}
HEAD = "class G(torch.nn.Module):\n    def forward(self, {}):\n"


def nodes(text, sizes=None, **fields):
    graph = Graph("__compiled_fn_1", "Forward_graph", 0, text, **fields)
    return {one.name: one for one in graph_nodes(graph, sizes).nodes}


def body(*lines, given='x: "f32[4, 8][8, 1]cpu"'):
    return HEAD.format(given) + "".join(f"        {line}\n" for line in lines)


@pytest.mark.parametrize("name", RUNS)
def test_each_node_stands_on_its_line_of_the_graphs_file(name):
    run = RUNS[name]
    files = dict(file_texts(run))
    seen = 0
    for frame in run.frames:
        for compilation in frame.compilations:
            for read in compilation_nodes(compilation, frame):
                lines = files[read.graph.file].split("\n")
                for node in read.nodes:
                    wanted = "return" if node.kind == "output" else node.name
                    assert wanted in lines[node.shown - 1]
                    seen += 1
    assert seen > 50


@pytest.mark.parametrize("name", RUNS)
def test_positions_point_to_what_a_node_takes_and_until_to_its_last_use(name):
    for frame in RUNS[name].frames:
        for compilation in frame.compilations:
            for read in compilation_nodes(compilation, frame):
                for at, node in enumerate(read.nodes):
                    assert all(taken < at for taken in node.takes)
                    for taken in node.takes:
                        assert (read.nodes[taken].until or 0) >= at


def test_beside_the_text_that_runs_a_node_stands_in_the_printed_graph():
    text = body('y: "f32[4, 8][8, 1]cpu" = x + 1', "return (y,)")
    runs = "def forward(self, x):\n    y = x + 1\n    return (y,)\n"
    graph = Graph("__compiled_fn_1", "Captured_Graph", 0, text, runnable=runs)
    from depyf.render.graph_text import graph_text

    lines = graph_text(graph).text.split("\n")
    found = graph_nodes(graph).nodes
    assert [lines[one.shown - 1].split()[1] for one in found[1:]] == ["y:", "return"]


def test_bytes_are_those_of_the_first_call():
    given = 'n: "Sym(s7)", x: "bf16[s7, 8][8, 1]cpu"'
    text = body('y: "f32[s7, 8][8, 1]cpu" = x + n', "return (y,)", given=given)
    unknown, known = nodes(text), nodes(text, {"s7": 3})
    assert (unknown["x"].bytes, unknown["y"].bytes, unknown["n"].bytes) == (
        None,
        None,
        0,
    )
    assert (known["x"].bytes, known["y"].bytes) == (48, 96)
    assert known["y"].type == "f32[s7, 8]"


def test_a_view_has_no_bytes_and_keeps_what_it_is_of():
    found = nodes(
        body(
            'y: "f32[4, 8][8, 1]cpu" = torch.ops.aten.mul.Tensor(x, 2)',
            'v: "f32[32][1]cpu" = torch.ops.aten.view.default(y, [32]);  y = None',
            'w: "f32[2][1]cpu" = torch.ops.aten.slice.Tensor(v, 0, 0, 2);  v = None',
            'z: "f32[2][1]cpu" = torch.ops.aten.mul.Tensor(w, 2);  w = None',
            "return (z,)",
        )
    )
    assert [found[name].bytes for name in "yvwz"] == [128, 0, 0, 8]
    assert [found[name].base for name in "yvw"] == [1, 1, 1]
    assert (found["y"].until, found["v"].until, found["w"].until) == (4, 3, 4)


def test_what_is_done_in_place_is_no_new_memory():
    found = nodes(
        body(
            'y: "f32[4, 8][8, 1]cpu" = torch.ops.aten.add_.Tensor(x, 2)',
            'z: "f32[4, 8][8, 1]cpu" = x.mul_(y)',
            "return (z,)",
        )
    )
    assert (found["y"].bytes, found["z"].bytes, found["z"].base) == (0, 0, 0)


def takes(*lines, **given):
    found = [*nodes(body(*lines), **given).values()]
    return {one.name: [found[at].name for at in one.takes] for one in found}


def test_readers_of_what_is_changed_in_place_take_what_changed_it():
    lines = (
        'y: "f32[4, 8][8, 1]cpu" = x / 2',
        'g: "f32[4][8]cpu" = y[(Ellipsis, 3)]',
        'g -= 1.0;  isub: "f32[4][8]cpu" = g;  g = None',
        "y[(Ellipsis, 3)] = isub;  setitem = y;  isub = setitem = None",
        'fill: "f32[4, 8][8, 1]cpu" = y.masked_fill_(x, 0);  fill = None',
        'z: "f32[4, 8][8, 1]cpu" = y.softmax(-1);  y = None',
        "return (z,)",
    )
    assert takes(*lines) == {
        "x": [],
        "y": ["x"],
        "g": ["y"],
        "isub": ["g"],
        "setitem": ["y", "isub"],
        "fill": ["setitem", "x"],
        "z": ["fill"],
        "return": ["z"],
    }
    found = nodes(body(*lines))
    assert found["setitem"].type == "f32[4, 8]"
    assert [found[name].bytes for name in ("g", "isub", "setitem", "fill")] == [0] * 4
    assert {found[name].base for name in ("g", "isub", "setitem", "fill")} == {1}
    assert found["y"].until == 6  # `z` reads its memory


def test_a_change_of_a_view_reaches_the_whole_but_not_other_views():
    assert takes(
        'y: "f32[4, 8][8, 1]cpu" = x / 2',
        'a: "f32[8][1]cpu" = y[0]',
        'b: "f32[8][1]cpu" = y[1]',
        'add_: "f32[8][1]cpu" = a.add_(1);  add_ = None',
        'c: "f32[8][1]cpu" = b + 1',
        'd: "f32[8][1]cpu" = a + 1',
        'e: "f32[4, 8][8, 1]cpu" = y + 1',
        'zero_: "f32[4, 8][8, 1]cpu" = y.zero_();  zero_ = None',
        'f: "f32[8][1]cpu" = b + a',
        "return (c, d, e, f)",
    ) == {
        "x": [],
        "y": ["x"],
        "a": ["y"],
        "b": ["y"],
        "add_": ["a"],
        "c": ["b"],
        "d": ["add_"],
        "e": ["y", "add_"],
        "zero_": ["y", "add_"],
        "f": ["b", "zero_", "add_"],
        "return": ["c", "d", "e", "f"],
    }


def test_of_an_operation_with_several_results_each_result_has_its_bytes():
    found = nodes(
        body(
            "topk = torch.ops.aten.topk.default(x, 2)",
            'a: "f32[4, 2][2, 1]cpu" = topk[0]',
            'b: "i64[4, 2][2, 1]cpu" = topk[1];  topk = None',
            "split = torch.ops.aten.split.Tensor(x, 4, 1)",
            'c: "f32[4, 4][8, 1]cpu" = split[0];  split = None',
            "return (a, b, c)",
        )
    )
    assert [found[name].bytes for name in ("topk", "a", "b", "c")] == [None, 32, 64, 0]
    assert found["c"].base == 0


def test_an_index_that_is_a_tensor_copies_and_a_slice_does_not():
    given = 'x: "f32[4, 8][8, 1]cpu", i: "i64[2][1]cpu"'
    found = nodes(
        body(
            'a: "f32[4, 4][8, 1]cpu" = x[(Ellipsis, slice(None, 4, None))]',
            'b: "f32[2, 8][8, 1]cpu" = x[i]',
            "return (a, b)",
            given=given,
        )
    )
    assert (found["a"].bytes, found["b"].bytes) == (0, 64)


@pytest.mark.parametrize("owner", ["L_self", "L_net", "G_net"])  # G: a global
def test_parameters_are_no_nodes(owner):
    name = f"{owner}_modules_blocks_modules_0_modules_fc_parameters_weight_"
    given = f'x: "f32[2, 4][4, 1]cpu", {name}: "f32[8, 4][4, 1]cpu"'
    text = body(
        f'y: "f32[2, 8][8, 1]cpu" = torch._C._nn.linear(x, {name})',
        "return (y,)",
        given=given,
    )
    read = graph_nodes(Graph("__compiled_fn_1", "Captured_Graph", 0, text))
    assert [one.name for one in read.nodes] == ["x", "y", "return"]
    assert read.nodes[1].parameters == ("weight [8, 4]",)


def test_a_view_of_a_parameter_or_constant_is_no_memory_of_the_graph():
    given = (
        'x: "f32[2, 4][4, 1]cpu", '
        'L_self_modules_experts_parameters_w_: "f32[8, 4][4, 1]cpu"'
    )
    text = body(
        'w: "f32[4, 8][1, 4]cpu" = L_self_modules_experts_parameters_w_.t()',
        'part: "f32[4, 2][1, 4]cpu" = w[(slice(None), slice(2))]',
        'c: "f32[4, 2][2, 1]cpu" = self._tensor_constant0',
        'row: "f32[2][1]cpu" = c[0]',
        'y: "f32[2, 2][2, 1]cpu" = torch.matmul(x, part)',
        'z: "f32[2, 2][2, 1]cpu" = torch.add(y, row)',
        "return (z,)",
        given=given,
    )
    found = nodes(text)
    views = ("w", "part", "c", "row")
    assert [found[name].bytes for name in views] == [0] * len(views)
    assert (found["y"].bytes, found["z"].bytes) == (16, 16)


ANNOTATED = """\
class G(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        # Module: self.net.layers.0 (Layer)
        # Called from: train.py:9 in step > net.py:20 in forward
        # File: /a/net.py:5 in forward, code: x = x.sin()
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(x)

        # File: /a/net.py:6 in forward, code: x = x.cos()
        cos: "f32[4][1]cpu" = torch.ops.aten.cos.default(sin)

        # Module: none but the one that is compiled
        # File: /a/train.py:11 in step, code: return x + 1
        add: "f32[4][1]cpu" = torch.ops.aten.add.Tensor(cos, 1)

        # Not a line of this run: /old/train.py:3 in step, code: x
        neg: "f32[4][1]cpu" = torch.ops.aten.neg.default(add)
        return (neg,)
"""


def test_the_lines_of_a_node_lead_from_the_caller_to_its_own():
    found = nodes(ANNOTATED)
    lines = {
        name: [(place.file, place.line) for place in one.places]
        for name, one in found.items()
    }
    called = [("/a/train.py", 9), ("/a/net.py", 20)]
    assert lines["sin"] == [*called, ("/a/net.py", 5)]
    assert lines["cos"] == [*called, ("/a/net.py", 6)]  # callers are printed once
    assert lines["add"] == [("/a/train.py", 11)]  # in the function that calls
    assert lines["neg"] == []
    assert found["cos"].module == "self.net.layers.0"
    assert found["add"].module == ""


def test_callers_in_files_of_one_name_are_left_out():
    other = ANNOTATED.replace("/a/train.py:11", "/b/net.py:11")
    found = nodes(other)["sin"]
    assert [(one.file, one.line) for one in found.places] == [("/a/net.py", 5)]


def test_a_called_function_of_the_outermost_ones_name_has_its_callers():
    """Only sources tell a module's ``forward`` from the ``forward`` that calls it."""
    text = body(
        "# Called from: net.py:20 in forward",
        "# File: /a/net.py:5 in forward, code: x = x.sin()",
        'sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(x)',
        "# File: /a/net.py:6 in forward, code: x = x.cos()",
        'cos: "f32[4][1]cpu" = torch.ops.aten.cos.default(sin)',
        "# File: /a/net.py:21 in forward, code: return x + 1",
        'add: "f32[4][1]cpu" = torch.ops.aten.add.Tensor(cos, 1)',
        "# File: /a/net.py:30 in push, code: y.neg()",
        'neg: "f32[4][1]cpu" = torch.ops.aten.neg.default(add)',
        "return (neg,)",
    )
    sources = Sources(
        SourceText(
            CompileId(0, 0),
            file="/a/net.py",
            first_line=first,
            qualified_name=name,
            text="x\n" * lines,
        )
        for first, name, lines in (
            (4, "Layer.forward", 3),
            (18, "Net.forward", 4),
            (29, "Store.push", 2),
        )
    )
    graph = Graph("__compiled_fn_1", "Captured_Graph", 0, text)
    compilation = Compilation(CompileId(0, 0), sources=sources, graphs=(graph,))
    (found,) = compilation_nodes(compilation)
    lines = {one.name: [place.line for place in one.places] for one in found.nodes}
    assert (lines["sin"], lines["cos"], lines["add"]) == ([20, 5], [20, 6], [21])
    assert lines["neg"] == [30]  # the callers ended above


def test_no_place_is_carried_over_from_another_graph():
    assert places_above(["x = 1"])[1].place is None


def test_a_text_that_is_no_python_has_no_nodes():
    assert graph_nodes(Graph("__compiled_fn_1", "S", 0, "op(%x : f32)")).nodes == ()


def test_views_are_names_of_operations():
    assert {"view", "_unsafe_view", "slice", "t"} <= VIEWS
    assert not {"clone", "reshape", "copy_", "cat"} & VIEWS
