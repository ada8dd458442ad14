"""What to do about the length of a container, by what its items are."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings import growth
from depyf.model.findings.causes import Scope
from depyf.model.findings.one_length import of_one_length
from depyf.torch_text.guards import read_guard


def group(*guards, scope=Scope.ARGUMENT):
    entry = SimpleNamespace(guards=[read_guard(one) for one in guards])
    return SimpleNamespace(
        source="grids",
        first=SimpleNamespace(scope=scope, literal="L['grids']"),
        frame=SimpleNamespace(entries=[entry]),
        asked_at=SourceLine("/p/vision.py", 34, text="for h, w in grids:"),
    )


@pytest.mark.parametrize(
    ("guard", "is_filled", "words"),
    [
        ("len(L['grids'][0]) == 2", False, "compute before the call what the function"),
        ("L['grids'][0] == 2", False, "pass one tensor of fixed size instead of"),
        ("hasattr(L['grids'][0], 'x')", False, "pass equally many items in `grids`"),
        ("hasattr(L['grids'][0], 'x')", True, "keep `grids` out of the compiled"),
    ],
)
def test_the_advice_fits_the_items(monkeypatch, guard, is_filled, words):
    monkeypatch.setattr(growth, "is_filled_inside", lambda _: is_filled)
    monkeypatch.setattr(growth, "filled_at", lambda _: ())
    assert of_one_length(group(guard)).startswith(words)


def test_containers_that_grow_together_are_named_together():
    """With one of them padded, the length of the other still differs."""

    def entry(*lengths):
        names = ("grids", "labels", "sizes")
        texts = (f"len(L['{name}']) == {n}" for name, n in zip(names, lengths))
        return SimpleNamespace(guards=[read_guard(one) for one in texts])

    one = group("hasattr(L['grids'][0], 'x')")
    one.frame.entries = [entry(1, 1, 2), entry(2, 2, 2)]
    one.effects = ()
    assert of_one_length(one).startswith(
        "pass equally many items in `grids` and `labels` in each call"
    )


@pytest.mark.parametrize(
    ("decorator", "words"),
    [
        ("@functools.cache", "call `window` outside of the compiled function"),
        ("@lru_cache(maxsize=8)", "call `window` outside of the compiled function"),
        ("@timed", "keep `grids` out of the compiled function"),
    ],
)
def test_a_cached_function_is_to_be_called_outside(monkeypatch, decorator, words):
    """Torch traces it again and again, so it adds an item in each call (523)."""
    text = f"{decorator}\ndef window(size):\n    grids.append(size)\n"
    file = ProgramFile(None, file="/p/windows.py", text=text)
    line = SourceLine(file.file, 3, "window", "grids.append(size)")
    monkeypatch.setattr(growth, "is_filled_inside", lambda _: True)
    monkeypatch.setattr(growth, "filled_at", lambda _: (line,))
    one = group("hasattr(L['grids'][0], 'x')", scope=Scope.GLOBAL)
    one.run = SimpleNamespace(facts=facts_of([file]))
    assert of_one_length(one).startswith(words)
