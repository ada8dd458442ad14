"""A wrong row of the lifter's table does not cancel out."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, rewrite
from depyf.decompiler.lift import lift
from depyf.decompiler.validate import validate

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def unit_of(expression):
    source = f"def f(a, b, x):\n return {expression}\n"
    return CodeUnit.from_code(compile(source, "", "exec")).children[0]


def misread(operation, payload):
    """A lifter that takes every operation of one kind for the same one."""

    def change(value: Value) -> Value:
        if value.op is operation:
            return dataclasses.replace(value, payload=payload)
        return value

    def wrong_lift(unit: CodeUnit) -> Function:
        function = lift(unit)
        for block in function.blocks.values():
            block.body = [rewrite(value, change) for value in block.body]
        return function

    return wrong_lift


@pytest.mark.parametrize(
    ("operation", "payload", "one", "other"),
    [
        (MicroOp.BINARY, "+", "a + b", "a - b"),
        (MicroOp.COMPARE, "<", "a < b", "a <= b"),
        (MicroOp.UNARY, "-", "-a", "~a"),
    ],
)
def test_operators_are_compared_as_they_are(operation, payload, one, other):
    wrong_lift = misread(operation, payload)
    first, second = (wrong_lift(unit_of(text)) for text in (one, other))
    verdict = validate(first, second, lift=wrong_lift)
    assert "raw" in verdict.reason
    again = wrong_lift(unit_of(one))
    assert validate(first, again, lift=wrong_lift).equivalent


def test_what_compilers_choose_freely_is_not_compared():
    sliced = "a[b:x], f'{a!r}', a(b, x=x), (a, *b)"
    first, second = (lift(unit_of(text)) for text in (sliced, f"({sliced})"))
    assert validate(first, second, lift=lift).equivalent
