"""A state that is None at first begins with zeros."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing import zeros_at_first as edits
from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import GuardKind

PROGRAM = """
    def first(self):
        return None{more}

    def reset(self):
        self.state = None

    def run(x):
        return step(x, None), step(x, state=None)
"""
GUARD = (
    "check_tensor(L['state'], Tensor, DispatchKeySet(CPU, BackendSelect), {dtype}, "
    "device=None, requires_grad=False, size={size}, stride=[3, 1])"
)


def edited(folder, monkeypatch, line, *, size="[2, 3]", dtype="torch.float32", more=""):
    file = folder / "main.py"
    file.write_text(textwrap.dedent(PROGRAM.format(more=more)).lstrip())
    files = ProgramFiles(str(folder), str(file), {})
    lines = (SourceLine(str(file), line),)
    monkeypatch.setattr(edits, "origin", lambda _group: SimpleNamespace(lines=lines))
    guards = [
        read_guard("L['state'] is None"),
        read_guard(GUARD.format(size=size, dtype=dtype)),
    ]
    group = SimpleNamespace(
        source="state",
        first=SimpleNamespace(kind=GuardKind.NONE),
        frame=SimpleNamespace(
            entries=[SimpleNamespace(guards=[one]) for one in guards]
        ),
    )
    case = Case(files, group, "finding", (str(file),))
    return [
        files.edited(one.edits).text(str(file)) for one in edits.zeros_at_first(case)
    ]


def test_what_is_returned_or_set_has_the_shape_of_the_later_tensor(
    tmp_path, monkeypatch
):
    [text] = edited(tmp_path, monkeypatch, 2)
    assert "return torch.zeros(2, 3)\n" in text
    [text] = edited(tmp_path, monkeypatch, 5, dtype="torch.int64")
    assert "self.state = torch.zeros(2, 3, dtype=torch.int64)" in text


def test_arguments_by_position_and_name_are_tried_each(tmp_path, monkeypatch):
    first, second = edited(tmp_path, monkeypatch, 8)
    assert "step(x, torch.zeros(2, 3)), step(x, state=None)" in first
    assert "step(x, None), step(x, state=torch.zeros(2, 3))" in second


def test_one_of_several_values_is_tried(tmp_path, monkeypatch):
    [text] = edited(tmp_path, monkeypatch, 2, more=", self")
    assert "return torch.zeros(2, 3), self" in text


@pytest.mark.parametrize("size", ["[None, 3]", "[2, None]"])
def test_a_size_that_varies_has_no_zeros(tmp_path, monkeypatch, size):
    assert not edited(tmp_path, monkeypatch, 2, size=size)
