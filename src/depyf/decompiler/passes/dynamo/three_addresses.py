"""Gives what is no leaf a temporary of its own, as the lifter does.

Example::

    def f(a):
        return __compiled_fn_1(a.b[0])

Before::

    block 0:
        %t0 = call[_](global:__compiled_fn_1, item(attr[b](a), 0))
        return %t0

After::

    block 0:
        %t1 = global:__compiled_fn_1
        %t2 = attr[b](a)
        %t3 = item(%t2, 0)
        %t0 = call[_](%t1, %t3)
        return %t0

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
from depyf.decompiler.ir.value import Value, VariableKind, load, store

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


def run(function: Function, block: BasicBlock) -> None:
    """Rewrites a block."""
    body: list[Value] = []

    def leaf(value: Value) -> Value:
        if _is_leaf(value):
            return value
        made = function.fresh()
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
