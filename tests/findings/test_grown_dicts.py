"""A function that adds keys to the caller's dict gets a copy of it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile, SideEffect
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings import grown_dicts
from depyf.model.findings.causes import Scope
from depyf.torch_text.questions import GuardKind


def group(
    monkeypatch, scope=Scope.ARGUMENT, parts=(), target="L['batch']", kind="dict"
):
    value = SimpleNamespace(parts=parts)
    monkeypatch.setattr(grown_dicts, "reached", lambda *_: value)
    first = SimpleNamespace(scope=scope, literal="L['batch']", kind=GuardKind.LENGTH)
    return SimpleNamespace(
        run=None, frame=None, first=first, source="batch",
        effects=[SideEffect(target, kind)], called_at=SourceLine("main.py", 20),
    )  # fmt: skip


def test_the_call_passes_a_copy(monkeypatch):
    monkeypatch.setattr(grown_dicts, "_is_returned", lambda _: False)
    one = group(monkeypatch)
    assert grown_dicts.adds_keys(one)
    cure = grown_dicts.GROWN_DICT.cure(one)
    assert cure.edit == "dict(batch)"
    assert cure.note == (
        "instead of `batch` in the call at main.py:20, if the caller does not need the "
        "new keys"
    )


@pytest.mark.parametrize(
    "other",
    [
        {"target": "L['other']"},
        {"kind": "list"},
        {"scope": Scope.GLOBAL},
        {"parts": ("x",)},
    ],
    ids=["another dict", "a list", "a global", "an item of the argument"],
)
def test_other_changes_are_none_of_the_argument(monkeypatch, other):
    assert not grown_dicts.adds_keys(group(monkeypatch, **other))


def test_a_dict_that_is_returned_needs_all_keys_from_the_start(monkeypatch):
    """The caller passes the copy again, which has the new keys."""
    line = SourceLine("a.py", 1, "step", "batch['r'] = 3")
    monkeypatch.setattr(grown_dicts, "_is_returned", lambda _: True)
    monkeypatch.setattr(grown_dicts, "added_at", lambda _: (line,))
    cure = grown_dicts.GROWN_DICT.cure(group(monkeypatch))
    assert (cure.edit, cure.note) == (
        "",
        "create `batch` with `r`, too, such as zeros",
    )


def test_only_keys_that_no_dict_is_created_with_are_new(monkeypatch):
    """A store under a key that the dict has already makes no difference."""
    text = (
        'state = {"q": 1}\ndef step(state):\n    state["q"] = 2\n    state["r"] = 3\n'
    )
    lines = tuple(
        SourceLine("a.py", number, "step", line.strip())
        for number, line in enumerate(text.split("\n"), 1)
    )[2:4]
    one = group(monkeypatch)
    one.effects = [SideEffect("L['batch']", "dict", lines)]
    one.run = SimpleNamespace(
        facts=facts_of([ProgramFile(None, "a.py", text)]),
        root_of=lambda _: SimpleNamespace(co_name="step"),
    )
    assert [line.text for line in grown_dicts.added_at(one)] == ['state["r"] = 3']


@pytest.mark.parametrize(("is_traced", "new"), [(True, True), (False, False)])
def test_a_key_that_other_code_stores_by_the_same_function_is_there(
    monkeypatch, is_traced, new
):
    """`reset` calls `observe` before anything is compiled."""
    text = 'def observe(s):\n    s["tip"] = 1\n\ndef reset(s):\n    return observe(s)\n'
    one = group(monkeypatch)
    line = SourceLine("a.py", 2, "observe", 's["tip"] = 1')
    one.effects = [SideEffect("L['batch']", "dict", (line,))]
    one.run = SimpleNamespace(
        facts=facts_of([ProgramFile(None, "a.py", text)]),
        root_of=lambda _: SimpleNamespace(co_name="step"),
        sources=SimpleNamespace(at=lambda *_: object() if is_traced else None),
    )
    assert bool(grown_dicts.added_at(one)) == new
