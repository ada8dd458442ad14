"""What a library stores is told by the line that called it, and by no other."""

from __future__ import annotations

import sys

import pytest

from depyf.curing.held_values import HeldValues, stored_value
from depyf.curing.watcher import Watched, Watcher

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


def test_a_value_that_a_library_sets_leads_to_the_call_of_the_library():
    pytest.importorskip("torch")
    watched = Watched("own.py", 2, "L['group']['lr']", "value")
    watcher = Watcher([watched], lambda file: file == "own.py")
    scope = {"__name__": "program"}
    exec(compile(LIBRARY, "library.py", "exec"), scope)
    code = compile(PROGRAM, "own.py", "exec")
    before = sys.getprofile()
    sys.setprofile(watcher._called)
    try:
        exec(code, scope)
    finally:
        sys.setprofile(before)
    [forms] = watcher.stop()
    sys.setprofile(before)
    lines = {one["form"]: [line for _, line in one["lines"]] for one in forms}
    assert lines["0.75"] == lines["0.375"] == [9]
    # Set before the first look, or by what tells of nothing: no line is blamed.
    assert lines["1.5"] == lines["9.5"] == []


def test_what_a_call_spreads_leads_to_the_call():
    pytest.importorskip("torch")
    source = (
        "def use(*rows, **options):\n    pass\nuse(1, scale=2.5)\nuse(7, scale=3)\n"
    )
    wanted = ("L['options']['scale']", "L['rows'][0]")
    watched = [Watched("own.py", 1, value, "value") for value in wanted]
    watcher = Watcher(watched, lambda file: file == "own.py")
    before = sys.getprofile()
    sys.setprofile(watcher._called)
    try:
        exec(compile(source, "own.py", "exec"), {})
    finally:
        sys.setprofile(before)
    seen = watcher.stop()
    sys.setprofile(before)
    assert [[one["lines"][0][1] for one in each] for each in seen] == [[3, 4], [3, 4]]


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
