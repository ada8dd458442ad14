"""Objects that torch cannot trace are named, with what to use instead."""

from __future__ import annotations

import ast
from types import SimpleNamespace

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.foreign_objects import FOREIGN_OBJECTS

LINE = "return frames[:, :self.lead] * 2"
UNITS = "class Frames:\n    def __index__(self):\n        return self.count\n"
ATTACH = "def attach(self, owner):\n    self.owner = weakref.proxy(owner)\n"


def cured(reason, file, line=LINE):
    """Return the rule and the advice for a break at a line."""
    one = SimpleNamespace(
        first=None, event=SimpleNamespace(reason=reason), texts=(reason,),
        where=SourceLine("a.py", 2, "f", line),
        tree=lambda: ast.parse(f"def f(self, frames):\n    {line}\n"),
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, "b.py", file)])),
    )  # fmt: skip
    rule = next(rule for rule in FOREIGN_OBJECTS if rule.applies(one))
    return rule.name, rule.cure_of(one).note


def test_an_object_as_index_is_converted():
    name, note = cured("Failed to convert args/kwargs to proxy", UNITS)
    assert name == "operand-of-no-graph"
    assert note.startswith("use `int(...)` of an object of `Frames` as the index")


def test_other_objects_are_not_passed():
    reason = "Failed to convert args/kwargs to proxy"
    for file, line in (("x = 1", LINE), (UNITS, "return f(frames, self.lead)")):
        assert cured(reason, file, line)[1].startswith("pass only tensors, numbers")


def test_a_proxy_is_named_where_it_is_made():
    text = "Could not find name `heat` in mro (<class 'weakref.ProxyType'>,)"
    name, note = cured(text, ATTACH)
    assert name == "weak-proxy"
    assert "instead of `weakref.proxy(...)` at b.py:2" in note
