"""What the text of a generator needs to be one, and what it must not have.

Where no ``yield`` is reached the compiler drops it, while the code stays a generator's:
``if False: yield`` at the beginning makes the text one.
"""

from __future__ import annotations

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import If, ReturnStatement, Simple, Statement
from depyf.decompiler.ir.statement_tree import values, walk
from depyf.decompiler.ir.value import Value, const, nodes

_YIELDS = (MicroOp.YIELD, MicroOp.YIELD_FROM)


def take_values_off_returns(body: list[Statement]) -> None:
    """Makes ``return`` of ``return None``: async generators may return no value."""
    for statement in walk(body):
        if isinstance(statement, ReturnStatement) and statement.value is not None:
            if statement.value.payload == Constant(None):
                statement.value = None


def with_yield(body: list[Statement]) -> list[Statement]:
    """The body of a generator; where no ``yield`` is reached, one makes it such."""
    for statement in walk(body):
        for value in values(statement):
            if any(node.op in _YIELDS for node in nodes(value)):
                return body
    never = Simple(Value(MicroOp.EVALUATE, (Value(MicroOp.YIELD, (const(None),)),)))
    return [If(const(False), [never]), *body]
