"""Control flow that no compiler makes decompiles to a checked text: a sample."""

from __future__ import annotations

import pytest

from .assembler import Assembly
from .depths import frames
from .flow import run, scrambled
from .programs import program
from .random_programs import compiled, subject_of

pytestmark = pytest.mark.every_python

PROGRAMS = 24


@pytest.fixture(scope="module")
def report():
    found, _ = run(PROGRAMS)
    return found


def test_no_text_behaves_otherwise(report):
    assert not report.wrong


def test_hardly_a_program_has_no_text(report):
    assert len(report.listed) <= PROGRAMS // 12


def test_structure_is_lost(report):
    assert report.qualities["dispatch"]


def test_what_is_taken_apart_can_be_put_together():
    for seed in range(20):
        code = subject_of(compiled(program(seed)))
        made = Assembly.of(code).assembled()
        again = Assembly.of(made)
        assert [i.opname for i in again.items] == [
            i.opname for i in Assembly.of(code).items
        ]
        assert frames(again).keys()


def test_a_seed_gives_one_program():
    found = next(filter(None, map(scrambled, range(20))))
    again = next(filter(None, map(scrambled, range(20))))
    assert found[1].co_code == again[1].co_code
