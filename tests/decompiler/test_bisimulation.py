"""Two copies of one piece of text are told from what only looks like it."""

from __future__ import annotations

import pytest

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, const, load
from depyf.decompiler.passes.bisimulation import Identity, equal_values

X, Y = (Variable(VariableKind.LOCAL, name) for name in "xy")
READ = load(X)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (load(X), True),
        (load(Y), False),
        (Value(MicroOp.DELETE, (), X), False),  # another operation on the same name
        (const(1), False),
    ],
)
def test_values_are_equal_by_operation_and_payload(other, same):
    assert equal_values(READ, other, Identity()) is same
