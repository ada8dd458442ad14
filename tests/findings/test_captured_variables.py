"""The variable in each cell of a closure is named as CPython numbers the cells."""

from __future__ import annotations

import ast

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.findings.captured_variables import captured_variable

TEXT = """
def outer(zoom, alpha):
    def inner(x, y=2):
        return x * zoom + alpha + mean
    mean = alpha / 2
    return inner, lambda: mean
"""


def _function(kind):
    found = [one for one in ast.walk(ast.parse(TEXT)) if isinstance(one, kind)]
    return found[-1]


@pytest.mark.parametrize("key", [0, 1, 2])
def test_a_cell_has_the_name_that_python_gives_it(key):
    made = {}
    exec(TEXT, made)
    inner, _ = made["outer"](1, 2)
    file = ProgramFile(None, file="main.py", text=TEXT)
    name = captured_variable(file, _function(ast.FunctionDef), key)
    assert name == inner.__code__.co_freevars[key]


def test_a_lambda_has_cells_too():
    file = ProgramFile(None, file="main.py", text=TEXT)
    assert captured_variable(file, _function(ast.Lambda), 0) == "mean"


def test_a_known_name_stays_and_a_cell_that_is_not_there_has_none():
    file = ProgramFile(None, file="main.py", text=TEXT)
    assert captured_variable(file, _function(ast.Lambda), "gain") == "gain"
    assert not captured_variable(file, _function(ast.Lambda), 5)
