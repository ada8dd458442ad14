"""What a lambda can say, and how it says that it shares a variable."""

from __future__ import annotations

from typing import Iterable, Sequence

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import Pass, ReturnStatement, Statement
from depyf.decompiler.ir.value import Value, Variable, VariableKind, const, load


def is_expression(body: Sequence[Statement]) -> bool:
    """True for what a lambda can say."""
    kinds = (ReturnStatement, Pass)
    return len(body) <= 1 and all(isinstance(one, kinds) for one in body)


def naming(body: list[Statement], names: Iterable[str]) -> list[Statement]:
    """The body of a lambda that has variables of others without using them.

    The compiler dropped their use: nothing asks a test that is always true.
    """
    last = body[0] if body else None
    if len(body) > 1 or not isinstance(last, (ReturnStatement, Pass, type(None))):
        return body
    value = last.value if isinstance(last, ReturnStatement) else None
    used = tuple(load(Variable(VariableKind.FREE, name)) for name in sorted(names))
    other = used[0] if len(used) == 1 else Value(MicroOp.BUILD, used, "tuple")
    operands = (const(True), value or const(None), other)
    return [ReturnStatement(Value(MicroOp.CONDITIONAL, operands))]
