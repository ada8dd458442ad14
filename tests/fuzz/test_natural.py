"""Nearly all small programs as people write them are printed as they should be."""

from __future__ import annotations

import pytest

from .natural import PLAIN, program, run

pytestmark = pytest.mark.every_python

#: Enough for the shares to mean something, in a few seconds.
SEEDS = range(80)
#: Of a hundred programs; the rest is known to fall short, see the module's command.
LEAST = {"function": 90, "class": 93}


@pytest.mark.parametrize("kind", list(LEAST))
def test_most_small_programs_are_printed_plainly(kind):
    counts, others = run(SEEDS, kind)
    total = sum(counts.values())
    assert total > len(SEEDS) * 0.9
    assert counts[PLAIN] * 100 >= LEAST[kind] * total, others


@pytest.mark.parametrize("kind", list(LEAST))
def test_a_seed_gives_one_program(kind):
    assert program(5, kind) == program(5, kind)
    assert program(5, kind) != program(6, kind)


def test_what_falls_short_is_told_by_seed():
    counts, others = run(range(40), "function")
    assert sum(counts.values()) - counts[PLAIN] == len(others)
