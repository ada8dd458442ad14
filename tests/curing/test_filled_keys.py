"""A dict that lacks keys in some calls gets zeros for them before the call."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing import filled_keys as edits
from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import GuardKind


def guard(key, size="[2, 3]", dtype="torch.float32"):
    return read_guard(
        f"check_tensor(L['batch']['{key}'], Tensor, "
        f"DispatchKeySet(CPU, BackendSelect), {dtype}, device=None, "
        f"requires_grad=False, size={size}, stride=[3, 1])"
    )


def filled(folder, monkeypatch, entries, line="y = f(batch)", passed=None):
    """Return the lines of the loop after the edit; None if there is none."""
    file = folder / "main.py"
    file.write_text(f"import torch\nfor batch in loader:\n    {line}\n")
    files = ProgramFiles(str(folder), str(file), {})
    node = files.tree(str(file)).body[1].body[0].value.args[0]
    spot = SimpleNamespace(file=SimpleNamespace(file=str(file)), line=3)
    found = (spot, node, passed or [])
    monkeypatch.setattr(edits, "passed_by_call", lambda *_: found)
    monkeypatch.setattr(edits, "reached", lambda *_: object())
    first = SimpleNamespace(kind=GuardKind.DICT_KEYS, literal="L['batch']")
    frame = SimpleNamespace(entries=[SimpleNamespace(guards=one) for one in entries])
    group = SimpleNamespace(first=first, frame=frame, run=None)
    for one in edits.filled_keys(Case(files, group, "finding", (str(file),))):
        return files.edited(one.edits).text(str(file)).split("\n")[2:-1]
    return None


def test_each_key_that_some_entry_has_is_there_in_one_order(tmp_path, monkeypatch):
    entries = [
        [guard("x"), guard("mask", "[]", "torch.bool")],
        [guard("x"), guard("bias", "[4]")],
    ]
    assert filled(tmp_path, monkeypatch, entries) == [
        '    batch = {"bias": torch.zeros(4), '
        '"mask": torch.zeros((), dtype=torch.bool), "x": torch.zeros(2, 3), **batch}',
        "    y = f(batch)",
    ]


@pytest.mark.parametrize("other", ["[4, 3]", "[None, 3]"])
def test_sizes_that_differ_have_no_zeros(tmp_path, monkeypatch, other):
    entries = [[guard("x"), guard("y")], [guard("x", other)]]
    assert filled(tmp_path, monkeypatch, entries) is None


def test_an_attribute_is_filled_in_the_call(tmp_path, monkeypatch):
    entries = [[guard("x")], [guard("y")]]
    assert filled(tmp_path, monkeypatch, entries, "y = f(window.batch)") == [
        '    y = f({"x": torch.zeros(2, 3), "y": torch.zeros(2, 3), **window.batch})'
    ]


def test_no_result_of_a_call_is_filled(tmp_path, monkeypatch):
    entries = [[guard("x")], [guard("y")]]
    line = "y = f(collate(batch))"
    assert filled(tmp_path, monkeypatch, entries, line) is None
    assert filled(tmp_path, monkeypatch, entries, passed=["an item"]) is None
