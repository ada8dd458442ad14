"""Graph files: they parse, and end with every tensor."""

from __future__ import annotations

import ast

import pytest

from depyf.model.run import Graph
from depyf.render.graph_text import graph_text
from depyf.torch_text import graph_lines
from depyf.torch_text.annotations import named_tensors
from depyf.torch_text.graph_lines import is_python, parseable

from .journal import check_golden, recorded, texts

INFERENCE = """class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "bf16[s77, 4][4, 1]cuda:0"):
        # No stacktrace found for following nodes
        abs_1: "f32[][]cpu" = torch.ops.aten.abs.default(arg1_1)
        return (abs_1,)
"""


def graph(**fields):
    values = {
        "prefix": "__compiled_fn_1",
        "stage": "S",
        "index": 0,
        "text": "",
        **fields,
    }
    return Graph(**values)


def test_the_forward_graph_of_the_toy():
    name = "__compiled_fn_8.Forward_graph.0.py"
    check_golden(name, texts(recorded("toy_training"))[name])


def test_an_inference_graph_parses_and_lists_its_tensors():
    text = graph_text(graph(text=INFERENCE)).text
    ast.parse(text)
    assert "class GraphModule(torch.nn.Module):" in text
    assert "#   arg1_1  bfloat16  [s77, 4]  [4, 1]  cuda:0" in text
    assert "#   abs_1   float32   []        []      cpu" in text


def test_old_annotations_have_no_stride_and_device():
    ((_, found),) = named_tensors('x: "f32[10, 2]" = y')
    assert (found.dtype, found.shape, found.stride) == ("float32", "10, 2", None)


@pytest.mark.parametrize("text", ["", "not (python", "x = 1", "\f", "a\rb ("])
def test_any_text_gives_a_file_that_parses(text):
    ast.parse(graph_text(graph(text=text)).text)
    ast.parse(parseable(text))


GRAPH = """def forward(self, x_1):
    a_1: "f32[2]" = f(x_1, dim = 12);  x_1 = None
    a_2: "f32[2]" = {}
    a_3 = g(
        a_2,
        dim = 0
    )
    return (a_3,)
"""


@pytest.mark.parametrize(
    "value",
    [
        *("f(a_1, dim = 13)", "f(a_1, dim 13)", "f(a_1, 0017)", "lambda: (yield)"),
        *("f(a = 1, a = 2)", "f(a_1 = 1, a_2 = 2)", "'a", "(", "1" * 200, "1" * 5000),
    ],
)
def test_whether_a_graph_is_python_is_as_python_says(value):
    """Equal statements are compiled once: the answer has to be that for all of them."""
    text = GRAPH.format(value)
    try:
        compile(text, "graph", "exec", dont_inherit=True)
    except SyntaxError:
        assert not is_python(text)
    else:
        assert is_python(text)


def test_equal_layers_are_compiled_once(monkeypatch):
    """A graph of a thousand layers is not compiled line by line."""
    asked = []
    compiles = graph_lines.compiles
    monkeypatch.setattr(
        graph_lines, "compiles", lambda text: asked.append(text) or compiles(text)
    )
    layers = "".join(f"    a_{n} = f(a_{n - 1}, {n})\n" for n in range(1, 1001))
    assert is_python(f"def forward(self, a_0):\n{layers}    return a_1000\n")
    assert sum(text.count("f(") for text in asked) <= 3  # "0" is a number of its own


def test_a_comment_beside_what_runs_is_no_part_of_a_string():
    """A line that goes on in the next one gets no comment that would break it."""
    place = "# File: /a/toy.py:4 in f, code: x = a"
    printed = f"class G:\n    def forward(self, a):\n        {place}\n        b = a\n"
    running = 'def forward(self, a):\n    b = """\n    """\n    return b\n'
    text = graph_text(graph(text=printed, runnable=running)).text
    assert running.rstrip() in text
    ast.parse(text)


def test_the_text_that_runs_is_there_unchanged_at_the_line_it_says():
    running = "def forward(self, args_list):\n    return [args_list.pop()]\n"
    result = graph_text(graph(text=INFERENCE, runnable=running, boxed=True))
    ast.parse(result.text)
    lines = result.text.split("\n")
    assert lines[result.first_line - 1] == "def forward(self, args_list):"
    assert lines[0] == "# The graph, with sizes and places:"
    assert "#   abs_1" in result.text


def test_a_kernel_file_is_the_module_that_runs_but_for_comments():
    run = recorded("toy_training")
    kernel = run.compilations[0].kernels[0]
    shown = texts(run)["__compiled_fn_1.kernel_0.py"].split("\n")
    lines = kernel.text.split("\n")
    assert [a for a, b in zip(shown, lines) if not a.startswith(b)] == []
    added = [a[len(b) :] for a, b in zip(shown, lines) if a != b]
    assert added
    assert all(text.startswith("  # ") for text in added)
    assert len(shown) == len(lines)


def test_every_python_file_of_a_run_compiles():
    for name, text in texts(recorded("toy_training")).items():
        if name.endswith(".py"):
            compile(text, name, "exec", dont_inherit=True)
