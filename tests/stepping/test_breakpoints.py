"""Which places `depyf.debug()` names."""

from __future__ import annotations

import pytest

from depyf.model.events import Kernel, RunnableGraph, RunStarted, TransformedCode
from depyf.stepping.breakpoints import Kind, breakpoints, first_line, where_to_break

FILES = {
    "__transformed_code_0_for_f.py": "# head\n\ndef __transformed_code_0_for_f(\n"
    "    x\n):\n    return x\n",
    "__compiled_fn_1.Forward_graph.0.py": "\n\ndef forward(self, x):\n    return x\n",
    "__compiled_fn_1.kernel_0.py": "class Runner:\n    def call(self, a):\n"
    "        'text'\n        return a\n",
}
EVENTS = [
    RunnableGraph(None, file="__compiled_fn_1.Forward_graph.0.py"),
    TransformedCode(None, co_name="f", file="__transformed_code_0_for_f.py"),
    TransformedCode(None, co_name="g", file="__transformed_code_0_for_gone.py"),
]


@pytest.fixture
def dump(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_files_that_are_there_with_the_first_line_that_runs(dump):
    places = breakpoints(EVENTS, dump)
    assert [(p.kind, p.line) for p in places] == [(Kind.GRAPH, 4), (Kind.CODE, 6)]


def test_two_lines_name_code_and_graphs(dump):
    code, graphs = where_to_break(breakpoints(EVENTS, dump), dump)
    assert f"{dump / '__transformed_code_0_for_f.py'}:6" in code
    assert f"{dump / '__compiled_fn_1.Forward_graph.0.py'}:4" in graphs


def test_of_kernels_it_says_what_cannot_be_stepped(dump):
    kernel = Kernel(None, compiled_fn="__compiled_fn_1", number=0, language="cpp")
    _, kernels = where_to_break(breakpoints([*EVENTS, kernel], dump), dump)
    assert f"{dump / '__compiled_fn_1.kernel_0.py'}:4" in kernels
    assert "gdb" in kernels


def test_with_nothing_to_stop_in_it_says_why_and_where_to_look(dump):
    first, second = where_to_break([], dump)
    assert "relocate=False" in first
    assert "index.md" in second


def test_code_whose_lines_were_left_alone_runs_elsewhere(dump):
    plain = RunStarted(None, options={"relocate": "False"})
    assert breakpoints([plain, *EVENTS], dump) == []
    assert breakpoints([plain, RunStarted(None), *EVENTS], dump)


def test_a_text_without_the_function_has_no_line():
    assert first_line("x = 1", "x") == 0
    assert first_line("def (", "x") == 0
