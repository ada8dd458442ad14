"""A special method that a class takes from a C type is written as a function."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings.borrowed_methods import borrowed_methods


def found(body):
    text = f"class State(dict):\n    {body}\n"
    facts = facts_of([ProgramFile(None, "a.py", text)])
    return borrowed_methods(SimpleNamespace(facts=facts))


@pytest.mark.parametrize(
    ("taken", "written"),
    [
        ("dict.__getitem__", "return self[name]"),
        ("dict.get", "return self.get(name)"),
        ("base.Record.look_up", "return base.Record.look_up(self, name)"),
    ],
)
def test_the_function_does_what_the_method_does(taken, written):
    [one] = found(f"__getattr__ = {taken}")
    assert [line.strip() for line in one.lines] == [
        "def __getattr__(self, name):", written,
    ]  # fmt: skip


def test_other_special_methods_come_along_only_with_getattr():
    both = "__getattr__ = dict.get\n    __setattr__ = dict.__setitem__"
    assert [one.name for one in found(both)] == ["__getattr__", "__setattr__"]
    assert found("__setattr__ = dict.__setitem__") == []
    assert found("def __getattr__(self, name): return self[name]") == []
