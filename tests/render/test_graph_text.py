"""Graph files: they parse, and end with every tensor."""

from __future__ import annotations

import ast

import pytest

from depyf.model.run import Graph
from depyf.render.graph_text import graph_text
from depyf.torch_text.annotations import named_tensors
from depyf.torch_text.graph_lines import parseable

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
