"""Shapes of blocks that the value passes look for at the two ends of a branch."""

from __future__ import annotations

from depyf.decompiler.analysis.commute import summarize
from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    Jump,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable


def assigned_value(block: BasicBlock) -> tuple[Variable, Value] | None:
    """``(t, e)`` if all the block does is ``t = e`` for a temporary and a jump."""
    body = block.statements
    if len(body) != 1 or body[0].op is not MicroOp.STORE:
        return None
    if not isinstance(block.terminator, Jump) or not body[0].variable.is_temporary:
        return None
    return body[0].variable, body[0].operands[0]


def is_load_of(value: Value, variable: Variable) -> bool:
    """True for a plain read of ``variable``."""
    return value.op is MicroOp.LOAD and value.payload == variable


def last_definition(
    block: BasicBlock, tested: Variable | None = None
) -> tuple[Variable, Value] | None:
    """``(t, e)`` if the body ends with ``t = e`` for a temporary.

    With ``tested``: its definition, moved to the end of the body if all that
    follows it cannot be told apart in another order.
    """
    for index in range(len(block.body) - 1, -1, -1):
        statement = block.body[index]
        if statement.op is MicroOp.ORIGIN:
            continue
        if not statement.stores_temporary:
            return None
        if tested is None or statement.variable == tested:
            block.body.append(block.body.pop(index))
            return statement.variable, statement.operands[0]
        summary = summarize(statement)
        if summary.is_ordered or tested in summary.reads:
            return None
    return None


def replace_last_definition(block: BasicBlock, value: Value) -> None:
    """Puts another value into the definition that `last_definition` found."""
    for index in range(len(block.body) - 1, -1, -1):
        if block.body[index].op is MicroOp.STORE:
            old = block.body[index]
            block.body[index] = Value(
                old.op, (value,), old.payload, old.origins | value.origins
            )
            return


def branch_of(block: BasicBlock) -> Branch | None:
    """The block's branch, None if it ends otherwise."""
    return block.terminator if isinstance(block.terminator, Branch) else None
