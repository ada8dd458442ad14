"""What behaves otherwise is rejected: a sample of `mutation`."""

from __future__ import annotations

import dis
import random
import sys

import pytest

from depyf.decompiler.lift import LiftError

from .mutants import mutants
from .mutation import canonical, is_accepted, run
from .random_programs import compiled, subject_of

pytestmark = pytest.mark.every_python

PROGRAMS = 10
SOURCE = """
def subject(a, b, c):
    try:
        x = a.one(b, key=c)
    except KeyError as error:
        x = error
    return x
"""


@pytest.fixture(scope="module")
def tally():
    found, _ = run(100_000, programs=PROGRAMS)
    return found


def test_what_behaves_otherwise_is_rejected(tally):
    """Of code that no compiler writes, too.

    Of thousands that `nox -s fuzz` judges, fewer than one in 500 escapes.
    """
    counted = sum(tally.counted.values())
    assert len(tally.escaped) <= counted // 200, tally.escaped


def test_no_mutant_makes_the_validator_fail(tally):
    assert not tally.failed


def test_the_sample_tells_something(tally):
    assert sum(tally.counted.values()) > 5 * PROGRAMS
    assert len(tally.counted) > 2


def test_the_original_is_accepted():
    subject = subject_of(compiled(SOURCE))
    assert is_accepted(subject, subject)


def test_every_kind_of_change_is_made():
    made = {what.partition(" ")[0] for what, _ in _all()}
    assert {"operand", "opcode", "target", "constant"} <= made


def test_lifting_a_mutant_fails_in_one_way_only():
    for _, code in _all():
        try:
            canonical(code)
        except LiftError:
            continue


def _all():
    return list(mutants(subject_of(compiled(SOURCE)), random.Random(1)))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="methods have an own opcode")
def test_a_method_that_is_loaded_for_a_call_is_called():
    """Else the slot beside it holds its owner, and not NULL."""
    subject = subject_of(compiled("def subject(a):\n    x = a.one\n    return x"))
    loads = [i for i in dis.get_instructions(subject) if i.opname == "LOAD_ATTR"]
    raw = bytearray(subject.co_code)
    raw[loads[0].offset + 1] ^= 1
    changed = subject.replace(co_code=bytes(raw), co_stacksize=4)
    assert not is_accepted(subject, changed)
