"""A number that a helper returns, and that its caller only checks (527)."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.findings.passed_numbers import is_only_checked

CALLER = """def merge(rows, mask):
    expected = count(mask)
    if len(rows) != expected:
        {body}
    return rows
"""


@pytest.mark.parametrize(
    ("body", "is_so"),
    [
        ("raise ValueError(expected)", True),
        ("warnings.warn('rows')", True),
        ("rows = rows[:4]", False),
        ("return None", False),
    ],
)
def test_a_branch_that_only_raises_is_a_check(body, is_so):
    tree = ast.parse(CALLER.format(body=body))
    one = SimpleNamespace(tree_around=lambda _line: tree)
    assert is_only_checked(one, SourceLine("main.py", 2)) is is_so
    unknown = SimpleNamespace(tree_around=lambda _line: None)
    assert not is_only_checked(unknown, SourceLine("main.py", 2))
