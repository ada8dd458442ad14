"""Statements of graphs are read by their form; what has another form is parsed."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depyf.torch_text.expressions import operation_of, template_of, with_values
from depyf.torch_text.graph import ParsedGraph
from depyf.torch_text.graph_lines import node_lines, printed_of

HEAD = "class <lambda>(torch.nn.Module):\n    def forward(self, x, y):\n"


def statements_of(*lines):
    printed = printed_of(HEAD + "".join(f"        {line}\n" for line in lines))
    assert printed is not None
    functions = (n for n in ast.walk(printed.tree) if isinstance(n, ast.FunctionDef))
    return [*printed.statements(next(functions))]


def nodes_of(*lines):
    found = ParsedGraph(HEAD + "".join(f"        {line}\n" for line in lines)).operators
    return [one for one in found if one.kind != "input"]


@pytest.mark.parametrize(
    ("line", "target", "annotation", "value"),
    [
        ("a = x + 1", "a", "", "x + 1"),
        ('a: "f32[4][1]cpu" = f(x);  x = None', "a", "f32[4][1]cpu", "f(x)"),
        ("a = f(x);  x = y = None  # freed", "a", "", "f(x)"),
        ("a = f(x)  # a note", "a", "", "f(x)"),
        ("a = f(x, ';')", "a", "", "f(x, ';')"),
        ("a = f(x, '#');  x = None", "a", "", "f(x, '#')"),
        ('a = f("a = b")', "a", "", 'f("a = b")'),
        (r"a = f('\'', x)", "a", "", r"f('\'', x)"),
        ("a = f(device = d(type='cpu'))", "a", "", "f(device = d(type='cpu'))"),
        ("a = b = f(x)", "a", "", "f(x)"),
        ("return (x,)", "", "", "(x,)"),
    ],
)
def test_a_line_gives_a_name_to_a_value(line, target, annotation, value):
    (found,) = statements_of(line)[:1]
    returns = line.startswith("return")
    assert found[:] == (3, target, annotation, value, returns, False)


CHANGES = (
    'g: "f32[2][1]cpu" = x[(Ellipsis, 1)]',
    'g -= 1.0;  isub: "f32[2][1]cpu" = g;  g = None',
    "x[(Ellipsis, 1)] = isub;  setitem = x;  isub = setitem = None",
    "x[0] = f(y, ';  z = 1');  setitem_1 = x;  setitem_1 = None",
    "x @= y;  imatmul = x",
)


def test_a_change_in_place_is_a_node():
    found = nodes_of(*CHANGES, "return (x,)")[1:]
    assert [(one.name, one.label, one.arguments) for one in found] == [
        ("isub", "g -= 1.0", ("g",)),
        ("setitem", "x[..., 1] = isub", ("x", "isub")),
        ("setitem_1", "x[0] = f(y, '; z = 1')", ("x", "y")),
        ("imatmul", "x @= y", ("x", "y")),
        ("return", "return", ("x",)),
    ]
    assert [one.changes for one in found] == [True] * 4 + [False]
    assert [one.line for one in found] == [4, 5, 6, 7, 8]


def test_the_line_of_a_change_in_place_names_its_node():
    text = "".join(f"        {line}\n" for line in (*CHANGES[:3], CHANGES[4]))
    found = node_lines(HEAD + text)
    assert [one.name for one in found] == ["g", "isub", "setitem", "imatmul"]
    assert [one.annotation for one in found[1:3]] == ["f32[2][1]cpu", ""]
    assert found[3].takes == ["x", "y"]
    assert node_lines(f"{HEAD}        x[0] = y;  setitem = x\n")[0].item is None


def test_a_change_in_place_without_a_name_is_kept_as_unknown():
    head = HEAD + "        x[0] = y\n        a = x + 1\n        return (a,)\n"
    assert ParsedGraph(head).unknown == ("y",)


def test_lines_within_brackets_and_strings_are_none_of_their_own():
    lines = ["a = f(", "  k = x", ")", "b = g('''", "c = y", "''', x)", "return (a, b)"]
    found = nodes_of(*lines)
    assert [(one.name, one.arguments, one.line) for one in found] == [
        ("a", ("x",), 3),
        ("b", ("x",), 6),
        ("return", ("a", "b"), 9),
    ]


def test_an_expression_that_is_no_python_is_shown_as_it_is():
    found = nodes_of("a = f(<device 0>, x)", "b = a + 1", "return (b,)")
    assert [(one.label, one.arguments) for one in found] == [
        ("f(<device 0>, x)", ("x",)),
        ("a + 1", ("a",)),
        ("return", ("b",)),
    ]


def test_a_name_in_a_string_is_no_value_and_stays_what_it_is():
    (found, _) = nodes_of("a = torch.einsum('x,y->xy', y)", "return (a,)")
    assert (found.label, found.arguments) == ("torch.einsum('x,y->xy')", ("y",))


NAMES = st.sampled_from(["x", "y", "mul_1", "L_x_", "torch", "_depyf_value_0_"])
TEXTS = st.recursive(
    NAMES | st.sampled_from(["1", "'x'", "None", "torch.float32"]),
    lambda inner: (
        st.builds("f({}, k = {})".format, inner, inner)
        | st.builds("{}.view({})".format, NAMES, inner)
        | st.builds("[{}, {}]".format, inner, inner)
        | st.builds("({} + {})".format, inner, inner)
    ),
)


@given(TEXTS)
def test_a_template_with_its_values_is_the_text(text):
    values = {"x", "y", "mul_1", "_depyf_value_0_"}
    template, names = template_of(text, values)
    assert with_values(template, names).replace("L_x_", "x") == text.replace(
        "L_x_", "x"
    )
    assert {names[at] for at in operation_of(template).loads} <= values


def test_a_node_without_a_line_is_not_of_the_module_above():
    text = (
        HEAD
        + """\
        # Module: self.proj (Linear)
        # File: /a/net.py:3 in f, code: y = self.proj(x)
        a = torch.ops.aten.mm.default(x, y)
        # No stacktrace found for following nodes
        b = torch.ops.aten.neg.default(a)
        # Module: self.gate (Gate)
        # No stacktrace found for following nodes
        c = torch.ops.aten.neg.default(b)
"""
    )
    assert [one.above.module for one in node_lines(text)] == [
        "self.proj",
        "",
        "self.gate",
    ]
