"""Caches that a compiled function fills: each key would be an entry."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.computed_again import computed_again
from depyf.curing.program_files import ProgramFiles
from depyf.torch_text.questions import GuardKind

FIRST = """
    class Bias:
        def __init__(self):
            self.tables = {}

        def forward(self, length):
            if length not in self.tables:
                rows = list(range(length))
                self.tables[length] = sum(
                    rows
                )
            return self.tables[length] + 1
"""
RETURNED = """
    kept: dict = {}

    def table(length):
        if length in kept:
            return kept[length]
        made = list(range(length))
        kept[length] = made
        return made
"""
ASKED = """
    class Positions:
        def __init__(self):
            self.tables = {}

        def __call__(self, frames):
            table = self.tables.get(frames)
            if table is None:
                rows = list(range(frames))
                table = self.tables[frames] = sum(rows)
            return table
"""
STORED = RETURNED.replace("= made\n", "= sum(made)\n").replace(
    "return made", "return kept[length] * 2"
)


def edited(folder, source, name, kind=GuardKind.KEY):
    source = textwrap.dedent(source).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    files = ProgramFiles(str(folder), str(file), {})
    group = SimpleNamespace(source=name, first=SimpleNamespace(kind=kind))
    case = Case(files, group, "finding", (str(file),))
    return [files.edited(one.edits).text(str(file)) for one in computed_again(case)]


def run(text, call):
    values = {}
    exec(text, values)
    return eval(call, values)


@pytest.mark.parametrize(
    ("source", "name", "call"),
    [
        (FIRST, "self.bias.tables", "[Bias().forward(n) for n in (3, 4, 3)]"),
        (RETURNED, "kept", "[table(n) for n in (3, 4, 3)]"),
        (STORED, "of.kept", "[table(n) for n in (3, 4)]"),
        (ASKED, "self.of.tables", "[Positions()(n) for n in (3, 4, 3)]"),
    ],
)
def test_a_value_is_computed_where_it_was_looked_up(tmp_path, source, name, call):
    [text] = edited(tmp_path, source, name)
    assert run(text, call) == run(textwrap.dedent(source), call)
    assert " in self.tables" not in text
    assert " in kept" not in text
    assert "[length]" not in text
    assert ".get(" not in text


@pytest.mark.parametrize(
    "more",
    [
        "print(len(Bias().tables))",
        "Bias().tables[3] = 7",
        "def other(bias):\n        return bias.tables.get(3)",
    ],
)
def test_a_cache_that_others_read_stays(tmp_path, more):
    """They would find it empty."""
    assert not edited(tmp_path, f"{FIRST}\n    {more}\n", "self.tables")


def test_a_cache_that_others_only_empty_is_not_needed(tmp_path):
    cleared = f"{FIRST}\n    Bias().tables.clear()\n"
    assert len(edited(tmp_path, cleared, "self.tables")) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("+ 1", "+ len(self.tables)"),
        ("return self.tables[length]", "return self.tables[length - 1]"),
        ("if length not in", "if length and length not in"),
        ("rows = list", "self.tables[0] = list"),
    ],
)
def test_what_looks_at_other_keys_stays(tmp_path, old, new):
    assert old in FIRST
    assert not edited(tmp_path, FIRST.replace(old, new), "self.tables")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("is None", "is not None"),
        ("self.tables[frames] =", "self.tables[frames + 1] ="),
        ("return table", "return table, self.tables"),
        ("table = self.tables[frames] =", "self.tables[frames] ="),
    ],
)
def test_what_asks_in_another_way_stays(tmp_path, old, new):
    assert old in ASKED
    assert not edited(tmp_path, ASKED.replace(old, new), "self.tables")


def test_other_guards_do_not_speak_of_keys(tmp_path):
    assert not edited(tmp_path, FIRST, "self.tables", GuardKind.SIZE)
