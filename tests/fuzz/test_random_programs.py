"""Random programs do after decompiling and compiling what they did before."""

from __future__ import annotations

import pytest

from .programs import program
from .random_programs import compiled, run

pytestmark = pytest.mark.every_python

#: Programs that once were decompiled wrongly or not at all, by what was wrong.
PROGRAMS = 24


@pytest.fixture(scope="module")
def report():
    return run(range(PROGRAMS))


def test_a_seed_gives_one_program():
    assert program(3) == program(3)
    assert program(3) != program(4)


def test_the_programs_compile():
    seeds = range(60)
    assert sum(1 for seed in seeds if _compiles(program(seed))) > 50


def _compiles(source):
    try:
        return compiled(source) is not None
    except SyntaxError:
        return False


def test_no_text_behaves_otherwise(report):
    assert not report.wrong


def test_most_programs_have_an_exact_text(report):
    assert report.qualities["exact"] > PROGRAMS // 2
