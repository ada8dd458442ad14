"""A function that adds keys to the caller's dict gets a copy of it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile, SideEffect
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings import grown_dicts
from depyf.model.findings.causes import Scope


def group(
    monkeypatch, scope=Scope.ARGUMENT, parts=(), target="L['batch']", kind="dict"
):
    value = SimpleNamespace(parts=parts)
    monkeypatch.setattr(grown_dicts, "reached", lambda *_: value)
    first = SimpleNamespace(scope=scope, literal="L['batch']")
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
    monkeypatch.setattr(grown_dicts, "_is_returned", lambda _: True)
    cure = grown_dicts.GROWN_DICT.cure(group(monkeypatch))
    assert not cure.edit
    assert cure.note.startswith("give `batch` all keys where it is created")


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
    one.run = SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", text)]))
    assert [line.text for line in grown_dicts.added_at(one)] == ['state["r"] = 3']
