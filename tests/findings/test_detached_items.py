"""A line that reads a tensor's value stays with the tensor where that is enough."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.findings import detached_items, kept_numbers
from depyf.model.findings.detached_items import left_a_tensor, stored_as_tensor
from depyf.model.findings.rule import Cure

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
    cure = stored_as_tensor(one, where)
    assert (cure.edit if cure else "") == edit


SETTING = Cure("config.capture_scalar_outputs = True", "at first")


@pytest.mark.parametrize(
    ("line", "edit"),
    [
        ("return (a * b).item()", "return (a * b).detach()"),
        ("return {k: v.item() for k, v in d}", "return {k: v.detach() for k, v in d}"),
        ("n = int(x.max().item())", SETTING.edit),
        ("a, b = x.item(), y.item()", SETTING.edit),
        ("note(f'{x.item():.3f}')", SETTING.edit),
    ],
)
def test_item_is_left_out_unless_its_line_needs_a_number(monkeypatch, line, edit):
    one = SimpleNamespace(events=(), run=None)
    monkeypatch.setattr(detached_items, "calls_of", lambda _run, _name: ())
    cure = left_a_tensor(one, SourceLine("a.py", 2, "f", line), SETTING)
    assert cure.edit == edit
    assert SETTING.edit in cure.edit + cure.note  # the setting stays the other choice


@pytest.mark.parametrize(
    ("line", "edit"),
    [
        (
            "return value.item()",
            "return value.detach() if torch.compiler.is_compiling() else value.item()",
        ),
        ("return {k: v.item() for k, v in d}", SETTING.edit),
    ],
)
def test_a_helper_of_other_code_keeps_returning_numbers_there(monkeypatch, line, edit):
    where = SourceLine("a.py", 2, "f", line)
    met = SimpleNamespace(user_stack=(SourceLine("a.py", 9, "g", "f(x)"), where))
    calls = [SourceLine("a.py", 9, "g", "f(x)"), SourceLine("b.py", 4, "h", "f(y)")]
    monkeypatch.setattr(detached_items, "calls_of", lambda _run, _name: calls)
    one = SimpleNamespace(events=(met,), run=None)
    assert left_a_tensor(one, where, SETTING).edit == edit
