"""What stands in for a nested function, class or lambda that has no validated text.

It has the name, the parameters and the closure of the original, says what happened,
shows the instructions as comments, and raises when it is run::

    def f(a, *, b=None):
        # depyf could not decompile this: two entries of one region
        # 0 RESUME 0
        # ...
        raise NotImplementedError("depyf could not decompile 'C.f'")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import (
    Comment,
    RaiseStatement,
    ReturnStatement,
    Simple,
    Statement,
)
from depyf.decompiler.ir.value import (
    CallShape,
    Comprehension,
    ComprehensionFor,
    Value,
    Variable,
    VariableKind,
    const,
    load,
)

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit


def statements(
    unit: CodeUnit, qualname: str, reason: str, lines: Sequence[str]
) -> list[Statement]:
    """The body of a function or class.

    Args:
        unit: the code that could not be decompiled.
        qualname: its name with those of the scopes around it.
        reason: why not.
        lines: the listing of its instructions.
    """
    body: list[Statement] = [
        Comment(f"depyf could not decompile this: {' '.join(reason.split())}"),
        *map(Comment, lines),
        RaiseStatement(_error(qualname, ())),
    ]
    kept = _free_loads(unit)
    if kept:
        # Never reached; it keeps the closure as it is.
        shown = Value(MicroOp.BUILD, kept, "tuple")
        body.append(Simple(Value(MicroOp.EVALUATE, (shown,))))
    return body


def expression(unit: CodeUnit, qualname: str) -> list[Statement]:
    """The body of a lambda: ``(_ for _ in ()).throw(NotImplementedError(...))``."""
    item = Variable(VariableKind.LOCAL, "_")
    clause = ComprehensionFor(
        Value(MicroOp.TARGET, (), item), Value(MicroOp.BUILD, (), "tuple")
    )
    payload = Comprehension("generator", (load(item),), (clause,))
    throw = Value(MicroOp.ATTR, (Value(MicroOp.COMPREHENSION, (), payload),), "throw")
    error = _error(qualname, _free_loads(unit))
    return [ReturnStatement(Value(MicroOp.CALL, (throw, error), CallShape((None,))))]


def _error(qualname: str, kept: tuple[Value, ...]) -> Value:
    name = load(Variable(VariableKind.GLOBAL, "NotImplementedError"))
    message = const(f"depyf could not decompile {qualname!r}")
    operands = (name, message, *kept)
    return Value(MicroOp.CALL, operands, CallShape((None,) * (len(kept) + 1)))


def _free_loads(unit: CodeUnit) -> tuple[Value, ...]:
    return tuple(
        load(Variable(VariableKind.FREE, name))
        for name in unit.freevars
        if name.isidentifier() and name != "__classdict__"
    )
