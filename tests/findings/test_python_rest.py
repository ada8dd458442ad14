"""A report says so if torch leaves the rest of a function to plain Python."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.findings.python_rest import goes_on_in_python

PROGRAM = """\
def forward(self, x):
    x = self.stem(x)
    x, _ = self.context(x)
    return self.head(x)
"""
ENTRY = SimpleNamespace()


@pytest.mark.parametrize(
    ("line", "entry", "resumes", "goes_on"),
    [
        (3, ENTRY, (), True),
        (4, ENTRY, (), False),  # nothing is left after it
        (3, ENTRY, ("a resume function",), False),
        (3, None, (), False),  # then the whole function runs as plain Python
    ],
)
def test_code_after_a_break_that_torch_leaves_is_found(line, entry, resumes, goes_on):
    inner = SourceLine("b.py", 1, "context", "return x.item(), x")
    stack = (SourceLine("a.py", line, "forward", ""), inner)
    one = SimpleNamespace(
        compilations=[SimpleNamespace(entry=entry, resumes=resumes)],
        frame=SimpleNamespace(file="a.py", co_name="forward"),
        event=SimpleNamespace(user_stack=stack),
        tree_around=lambda _line: ast.parse(PROGRAM),
    )
    assert goes_on_in_python(one) is goes_on
