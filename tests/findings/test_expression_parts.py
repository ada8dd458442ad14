"""The one value that an expression is computed from."""

from __future__ import annotations

import ast

import pytest

from depyf.model.findings.expression_parts import only_name
from depyf.model.python_text import dotted, parsed_expression


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("lr * 2", "lr"),
        ("float(self.rate)", "self.rate"),
        ("self.peak * self.factor()", "self.factor"),  # a call varies, not the peak
        ("self.peak * self.factor() * self.scale()", None),
        ("x * x.mean()", "x"),
        ("a + b", None),
    ],
)
def test_what_a_value_is_followed_to(source, name):
    found = only_name(parsed_expression(source))
    if isinstance(found, ast.Call):
        found = found.func
    assert (found and dotted(found)) == name
