"""A number that is stored for code outside of the compiled function stays a tensor."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.findings import kept_numbers
from depyf.model.findings.break_rules import _stored_as_tensor

PROGRAM = """\
def observe(self, x):
    {line}
    {after}
"""


@pytest.mark.parametrize(
    ("line", "after", "edit"),
    [
        ("self.a = x.norm().item()", "self.x = x", "self.a = x.norm().detach()"),
        ("self.a = x.norm().item()", "return x * self.a", ""),
        ("self.a = x.sum().item() / y.sum().item()", "self.x = x", ""),
    ],
    ids=["read outside", "read in compiled code", "two numbers"],
)
def test_the_line_keeps_the_tensor(monkeypatch, line, after, edit):
    tree = ast.parse(PROGRAM.format(line=line, after=after)).body[0]
    where = SourceLine("a.py", 2, "observe", line)
    one = SimpleNamespace(
        run=None, event=SimpleNamespace(user_stack=(where,)),
        tree_around=lambda _line: tree,
    )  # fmt: skip
    monkeypatch.setattr(kept_numbers, "traced_functions", lambda _run: ())
    cure = _stored_as_tensor(one, where)
    assert (cure.edit if cure else "") == edit
