"""A value is made in `__init__` only by a method that does nothing else."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.lazy_attributes import lazily_made

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
    assert (found.call, found.place) == (
        "self.offsets()",
        "at the end of `Bag.__init__`",
    )


def test_a_property_is_read():
    program = PROGRAM.replace("    def offsets", "    @property\n    def offsets")
    assert made(program, 9).call == "self.offsets"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # It takes an argument.
        ("def offsets(self)", "def offsets(self, of)"),
        # It does more than to make the value.
        ("        return self.kept", "        self.used()\n        return self.kept"),
        ("        return self.kept", "        self.n += 1\n        return self.kept"),
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
