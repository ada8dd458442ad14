"""The values of an option are recorded if the library lists them where it reads it."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

pytest.importorskip("torch")  # the folder of capture imports it

from depyf.capture.option_values import option_values
from depyf.model.events import GraphBreak, GuardsReported

TABLE = """\
class Interface:
    size = 4
    mapping = {"fast": fast, "grouped": module.grouped}

    def get(self, name, default):
        if name is None:
            return default
        return self.mapping[name]
"""
LIST = """\
def check(name):
    if name not in ("eager", "sdpa"):
        raise ValueError
"""
LEAF = "EQUALS_MATCH: L['self'].config.implementation == 'eager'  # {}  # {}:{} in get"


def recorded(tmp_path, monkeypatch, text, line, **names):
    folder, leaf = names.get("folder", "site-packages"), names.get("leaf", LEAF)
    file = tmp_path / folder / "net" / "choices.py"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    module = ModuleType("net.choices")
    module.__file__ = str(file)
    monkeypatch.setitem(sys.modules, "net.choices", module)
    # torch cuts off the beginning of the path.
    leaves = (leaf.format("if name is None:", "et/choices.py", line),)
    events = [
        GuardsReported(None, leaves=leaves),
        *names.get("breaks", [GraphBreak(None)]),
    ]
    return [
        (one.file == str(file), one.line, one.listed, one.values)
        for one in option_values(events)
    ]


def test_a_run_without_breaks_is_not_searched(tmp_path, monkeypatch):
    """Nothing there asks for another value of an option."""
    assert recorded(tmp_path, monkeypatch, TABLE, 6, breaks=[]) == []


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [(TABLE, 6, (3, ("fast", "grouped"))), (LIST, 2, (2, ("eager", "sdpa")))],
    ids=["table of the class", "list of the function"],
)
def test_the_values_around_the_line_are_recorded(
    tmp_path, monkeypatch, text, line, told
):
    assert recorded(tmp_path, monkeypatch, text, line) == [(True, line, *told)]


def test_values_that_the_file_computes_itself_go_before_imported_ones(
    tmp_path, monkeypatch
):
    """An imported function may need a package that is not installed."""
    own = "\n\n\ndef plain(x):\n    return x\n"
    table = TABLE.replace("module.grouped", 'plain, "last": lambda x: x')
    [(*_, values)] = recorded(tmp_path, monkeypatch, table + own, 6)
    assert values == ("grouped", "last", "fast")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (TABLE.replace("fast,", "'a',").replace("module.grouped", "'b'"), {}),
        (TABLE.replace("size = 4", 'other = {"a": fast, "b": fast}'), {}),
        (TABLE.replace('"grouped"', "GROUPED"), {}),
        (LIST.replace("eager", "flash"), {}),
        (TABLE, {"folder": "program"}),
        (TABLE, {"leaf": LEAF.replace("'eager'", "4")}),
    ],
    ids=["no functions", "two tables", "names", "other list", "own file", "number"],
)
def test_other_strings_are_not(tmp_path, monkeypatch, text, names):
    line = 6 if "class" in text else 2
    assert recorded(tmp_path, monkeypatch, text, line, **names) == []
