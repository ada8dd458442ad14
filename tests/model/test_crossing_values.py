"""Values that cross a graph break bear the expression of the program's line."""

from __future__ import annotations

import textwrap

import pytest

from depyf.model.crossing_values import crossing_values
from depyf.model.run import Frame


def crossing(line, goes_on, names="___stack0"):
    root = Frame("f#0", "f", "f", "a.py", 5, f"    def f(x, h):\n        {line}\n")
    source = f"def g({names}, x):\n    flag = True\n" + textwrap.indent(goes_on, "    ")
    resumed = Frame("g#0", "g", "g", "a.py", 6, source, parent="f#0")
    return crossing_values(resumed, root)


def test_each_value_of_a_call_has_its_expression():
    found = crossing(
        'print("mean", round(float(h.mean()), 4))',
        "___stack0(___stack1, ___stack2(___stack3, 4))\nreturn x\n",
    )
    assert found == {
        "___stack0": "print",
        "___stack1": '"mean"',
        "___stack2": "round",
        "___stack3": "float(h.mean())",
    }


@pytest.mark.parametrize(
    ("line", "goes_on", "wanted"),
    [
        ("y = f(x)", "y = ___stack0\n", "f(x)"),
        ("y = f(x)", "y, flag = ___stack0, False\n", "f(x)"),
        ("self.y = f(x)", "self.y = ___stack0\n", "f(x)"),
        ("y = g(f(x), 5.0)", "y = g(___stack0, 5.0)\n", "f(x)"),
        ("return f(x) + 1", "return ___stack0 + 1\n", "f(x)"),
        ("for a in f(x): pass", "for a in ___stack0:\n    pass\n", "f(x)"),
        ("if f(x) > 2: pass", "if ___stack0 > 2:\n    pass\n", "f(x)"),
    ],
)
def test_the_statement_goes_on_with_the_value(line, goes_on, wanted):
    assert crossing(line, goes_on).get("___stack0") == wanted


def test_the_head_of_a_branch_is_compared():
    found = crossing("if f(x) > 2:\n            pass", "if ___stack0 > 2:\n    pass\n")
    assert found == {"___stack0": "f(x)"}


@pytest.mark.parametrize(
    ("line", "goes_on"),
    [
        ("y = f(x)", "z = ___stack0\n"),  # another target
        ("y = g(f(x), 5)", "y = g(___stack0, 6)\n"),
        ("y = f(x) + h(x)", "y = ___stack0 + ___stack0\n"),
        ("y = f('`')", "y = ___stack0\n"),  # cannot stand in backticks
        ("y = f(" + "x, " * 40 + ")", "y = ___stack0\n"),  # too long for a name
        ("y = f(x); z = 1", "y = ___stack0\n"),  # two statements on the line
        ("y = (", "y = ___stack0\n"),
        ("y = f(x)", "return x\n"),
    ],
)
def test_without_a_sure_expression_there_is_none(line, goes_on):
    assert crossing(line, goes_on) == {}
