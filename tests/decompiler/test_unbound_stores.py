"""A resume function of Dynamo puts back a NULL that a comprehension had saved."""

from __future__ import annotations

import sys
import types

import pytest

from depyf import compile_decompiled, decompile_code
from tests.fuzz.assembler import Assembly, Item

pytestmark = pytest.mark.skipif(
    sys.version_info < (3, 12), reason="comprehensions are functions"
)


def returns_given(given):
    later = given + 1
    return later * 2


def unbinding(name: str) -> types.CodeType:
    """`returns_given` that begins with NULL stored in one of its variables."""
    made = Assembly.of(returns_given.__code__)
    after = next(i for i, item in enumerate(made.items) if item.opname == "RESUME") + 1
    slot = returns_given.__code__.co_varnames.index(name)
    made.items[after:after] = [Item("PUSH_NULL"), Item("STORE_FAST", slot)]
    return made.assembled(more_stack=1)


def test_unbinding_what_is_not_bound_yet_is_no_statement():
    code = unbinding("later")
    decompiled = decompile_code(code)
    assert str(decompiled.quality) == "exact"
    function = types.FunctionType(compile_decompiled(decompiled, code), globals())
    assert function(3) == 8


def test_unbinding_an_argument_is_not_left_out():
    """Its value would be seen again: no text may say so and be called exact."""
    decompiled = decompile_code(unbinding("given"))
    assert str(decompiled.quality) == "listing"
