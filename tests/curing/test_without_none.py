"""A value that the program replaces by None in some calls is kept."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing import without_none as edits
from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind


def edited(folder, monkeypatch, source, *, kind=GuardKind.NONE, actual=""):
    file = folder / "main.py"
    text = textwrap.dedent(source).lstrip()
    file.write_text(text)
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines, 1) if "# here" in line)
    made = (SourceLine(str(file), at, text=lines[at - 1].strip()),)
    monkeypatch.setattr(edits, "origin", lambda _group: SimpleNamespace(lines=made))
    files = ProgramFiles(str(folder), str(file), {})
    group = SimpleNamespace(
        first=SimpleNamespace(kind=kind),
        first_value="",
        causes=[SimpleNamespace(actual=actual)],
    )
    case = Case(files, group, "finding", (str(file),))
    return [files.edited(one.edits).text(str(file)) for one in edits.without_none(case)]


RETURNED = """
def compact(mask):
    if mask.all():
        return None
    return mask


def batch(rows):
    return rows, compact(rows > 0)  # here
"""


def test_what_other_calls_return_is_returned(tmp_path, monkeypatch):
    [text] = edited(tmp_path, monkeypatch, RETURNED)
    assert text.count("return mask\n") == 2
    assert "return None" not in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("mask = None if mask.all() else mask", "mask = mask"),
        ("mask = mask if len(rows) > 1 else None", "mask = mask"),
        ("if mask.all():\n        mask = None", ""),
        ("if mask.all():\n        self.mask = None", ""),
    ],
)
def test_a_choice_of_none_is_removed(tmp_path, monkeypatch, before, after):
    source = "def batch(rows, mask):\n    {}\n    return rows, mask  # here\n"
    [text] = edited(tmp_path, monkeypatch, source.format(before))
    wanted = source.format(after) if after else source.replace("    {}\n", "")
    assert text == wanted


@pytest.mark.parametrize(
    "source",
    [
        "def f(a, b):\n    if a:\n        return None\n    return [a, b]  # here\n",
        "def f(a, b):\n    if a:\n        return None\n    return a or b  # here\n",
        "def f(a):\n    if a:\n        a = None\n    else:\n        a = 1  # here\n",
        "def f(a):\n    if a:\n        log(); a = None\n    return a  # here\n",
    ],
)
def test_other_code_is_left(tmp_path, monkeypatch, source):
    assert edited(tmp_path, monkeypatch, source) == []


@pytest.mark.parametrize(
    ("kind", "actual", "number"),
    [
        (GuardKind.TYPE, "NoneType", 1),
        (GuardKind.TYPE, "float", 0),
        (GuardKind.NUMBER, "None", 0),
    ],
)
def test_only_for_values_that_are_none(tmp_path, monkeypatch, kind, actual, number):
    found = edited(tmp_path, monkeypatch, RETURNED, kind=kind, actual=actual)
    assert len(found) == number
