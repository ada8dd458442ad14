"""A value is made in `__init__` only by code that needs nothing from its method."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.lazy_attributes import (
    lazily_made,
    lazily_run,
    reset_at,
)

PROGRAM = """
class Bag:
    def __init__(self, lengths):
        self.lengths = lengths
        self.kept = None
    def offsets(self):
        if self.kept is None:
            self.kept = self.lengths.cumsum(0)
        return self.kept
"""


def made(program, line=8):
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", program)]))
    origin = (SourceLine("a.py", line),)
    return lazily_made(SimpleNamespace(run=run, attribute="kept", origin=origin))


def test_the_method_is_called_at_the_end_of_init():
    found = made(PROGRAM)
    assert (found.code, found.place) == (
        "self.offsets()",
        "at the end of `Bag.__init__`",
    )


def test_a_property_is_read():
    program = PROGRAM.replace("    def offsets", "    @property\n    def offsets")
    assert made(program, 9).code == "self.offsets"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # It needs an argument, or a variable of the method.
        (
            "(self):\n        if self.kept is None:\n            self.kept = ",
            "(self, of):\n        if self.kept is None:\n            self.kept = of + ",
        ),
        # The object may be moved to another device before.
        (".cumsum(0)", ".cumsum(0).to(self.lengths.device)"),
        # What it reads changes in another method, which it calls.
        (
            "self.lengths.cumsum(0)\n        return self.kept",
            "self.more()\n        return self.kept\n    def more(self):\n"
            "        return self.n\n    def step(self):\n        self.n += 1",
        ),
        # What it reads is set later.
        ("self.lengths.cumsum", "self.others.cumsum"),
        # Another method makes it None again.
        (
            "return self.kept\n",
            "return self.kept\n    def clear(self):\n        self.kept = None\n",
        ),
        # No test: each call makes it.
        ("if self.kept is None", "if self.lengths is None"),
    ],
)
def test_otherwise_it_stays(old, new):
    assert made(textwrap.dedent(PROGRAM.replace(old, new))) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        return self.kept", "        self.used()\n        return self.kept"),
        ("        return self.kept", "        self.n += 1\n        return self.kept"),
        ("def offsets(self)", "def offsets(self, of)"),
    ],
)
def test_of_a_method_that_does_more_the_statement_runs_in_init(old, new):
    found = made(textwrap.dedent(PROGRAM.replace(old, new)))
    assert found.code == "self.kept = self.lengths.cumsum(0)"


SET_UP = """
class Disk:
    def __init__(self, order):
        self.order = order
        self.kept = None
    def setup(self):
        nodes = rule(self.order)
        self.kept = nodes, nodes / 2
    def value(self, x):
        if self.kept is None:
            self.setup()
        return x * self.kept[0]
"""


def run_at(program, *lines, traced=()):
    """Return what runs at a break with these lines on its stack."""
    run = SimpleNamespace(
        facts=facts_of([ProgramFile(None, "a.py", program)]), frames=(),
        sources=SimpleNamespace(at=lambda *at: "known" if at[-1] in traced else None),
    )  # fmt: skip
    stack = tuple(SourceLine("a.py", line) for line in lines)
    event = SimpleNamespace(user_stack=stack)
    return lazily_run(SimpleNamespace(run=run, event=event))


def test_a_method_that_another_one_runs_at_first_is_called_in_init():
    assert made(SET_UP, 8).code == "self.setup()"


def test_the_graph_breaks_in_a_method_that_runs_at_first():
    """The method may run in `__init__`, which torch does not compile (557)."""
    assert run_at(SET_UP, 11, 7).code == "self.setup()"
    assert run_at(SET_UP, 12) is None
    assert run_at(SET_UP, 11, 7, traced=["__init__"]) is None
    always = SET_UP.replace("if self.kept is None:", "if x is None:")
    assert run_at(always, 11, 7) is None


SCHEDULER = """\
class Scheduler:
    def __init__(self):
        self.index = None

    def begin(self):
        {line}
"""


@pytest.mark.parametrize(
    ("line", "text"),
    [("self.index = None", "self.index = None"), ("self.index = 0", None)],
)
def test_a_value_that_is_made_none_again_has_to_be_set_after_that(line, text):
    """What is set before the first call would be gone."""
    file = ProgramFile(None, "/home/me/a.py", SCHEDULER.format(line=line))
    run = SimpleNamespace(facts=facts_of([file]))
    found = reset_at(SimpleNamespace(run=run, attribute="index"))
    assert (found.text if found is not None else None) == text
