"""What a library stores is told by the line that called it, and by no other."""

from __future__ import annotations

import importlib
import sys

import pytest

from depyf.curing.held_values import HeldValues, stored_value

LIBRARY = """
class Schedule:
    def __init__(self, group):
        self.group = group
    def step(self):
        self.group["lr"] = self.group["lr"] / 2

def idle(value):
    return value
"""
PROGRAM = """
def use(group):
    return group["lr"]

group = {"lr": 1.5}
schedule = Schedule(group)
for number in range(2):
    use(group)
    schedule.step()
    idle(number)
use(group)
dict.__setitem__(group, "lr", 9.5)
idle(0)
use(group)
"""


def watched_in(texts, *wanted):
    """Run texts by file name, of which one is the program; return lines by form."""
    pytest.importorskip("torch")
    watcher = importlib.import_module("depyf.curing.watcher")
    line = 2 if "\ndef" in texts["own.py"] else 1
    values = [watcher.Watched("own.py", line, one, "value") for one in wanted]
    seeing = watcher.Watcher(values, lambda file: file == "own.py")
    scope = {"__name__": "program"}
    before = sys.getprofile()
    sys.setprofile(seeing._called)
    try:
        for name, text in texts.items():
            exec(compile(text, name, "exec"), scope)
    finally:
        seen = seeing.stop()
        sys.setprofile(before)
    return [
        {one["form"]: [at for _, at in one["lines"]] for one in each} for each in seen
    ]


@pytest.mark.torch
def test_a_value_that_a_library_sets_leads_to_the_call_of_the_library():
    texts = {"library.py": LIBRARY, "own.py": PROGRAM}
    [lines] = watched_in(texts, "L['group']['lr']")
    assert lines["0.75"] == lines["0.375"] == [9]
    # Set before the first look, or by what tells of nothing: no line is blamed.
    assert lines["1.5"] == lines["9.5"] == []


@pytest.mark.torch
def test_what_a_call_spreads_leads_to_the_call():
    source = (
        "def use(*rows, **options):\n    pass\nuse(1, scale=2.5)\nuse(7, scale=3)\n"
    )
    found = watched_in({"own.py": source}, "L['options']['scale']", "L['rows'][0]")
    assert found == [{"2.5": [3], "3": [4]}, {"1": [3], "7": [4]}]


def test_reading_a_value_runs_no_code_of_the_program():
    class Loud(dict):
        def __getitem__(self, key):
            raise AssertionError(key)

        @property
        def size(self):
            raise AssertionError

    assert stored_value(Loud(a=1), "a") == 1
    values = HeldValues()
    values.hold(Loud(), "size")
    assert list(values.changed()) == []
