"""Locals that only take up room: torch 2.2 copies all of a frame's into our code."""

from __future__ import annotations

import sys

import pytest

from depyf.decompiler.bytecode.rewriting import with_room_for_locals

pytestmark = pytest.mark.every_python


@pytest.mark.parametrize("count", [0, 1, 9])
def test_there_is_room_and_the_code_does_the_same(count):
    def few(a):
        return lambda: a

    changed = with_room_for_locals(few.__code__, count)
    few.__code__ = changed
    assert few(3)() == 3
    if sys.version_info < (3, 11):
        assert changed.co_nlocals == max(1, count)
        assert len(set(changed.co_varnames)) == changed.co_nlocals
