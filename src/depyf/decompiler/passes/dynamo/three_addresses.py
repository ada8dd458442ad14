"""Gives what is no leaf a temporary of its own, as the lifter does.

Before::

    y = f(a.b[0])

After::

    t0 = f
    t1 = a.b
    t2 = t1[0]
    y = t0(t2)

It keeps the order of evaluation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.function import (
    Branch,
    Return,
    set_terminator_values,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, VariableKind, load, store, temporary

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


def run(function: Function, block: BasicBlock) -> None:
    """Rewrites a block."""
    body: list[Value] = []

    def leaf(value: Value) -> Value:
        if _is_leaf(value):
            return value
        made = temporary(function.next_temp)
        function.next_temp += 1
        body.append(store(made, flat(value)))
        return load(made)

    def flat(value: Value) -> Value:
        return value.with_operands(tuple(leaf(one) for one in value.operands))

    for statement in block.body:
        if statement.op is MicroOp.STORE:
            value = flat(statement.operands[0])
            body.append(statement.with_operands((value,)))
        else:
            body.append(flat(statement))
    values = terminator_values(block.terminator)
    if values and isinstance(block.terminator, (Branch, Return)):
        set_terminator_values(block.terminator, tuple(leaf(one) for one in values))
    block.body = body


def _is_leaf(value: Value) -> bool:
    if value.operands:
        return False
    return (
        value.op is not MicroOp.LOAD
        or value.variable.is_temporary
        or value.variable.kind is VariableKind.LOCAL
    )
