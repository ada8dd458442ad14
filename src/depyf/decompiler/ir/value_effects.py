"""Compute the effects of evaluating a value, besides its result."""

from __future__ import annotations

from depyf.decompiler.ir.micro_op import ANY_EFFECT, EFFECTS, Effect, MicroOp
from depyf.decompiler.ir.value import LATE, Value, VariableKind

_HEAP = Effect.READS_HEAP | Effect.RAISES
_LOCATION_READS = {
    VariableKind.LOCAL: Effect.READS_LOCAL,
    VariableKind.STACK: Effect.READS_LOCAL,
    VariableKind.TEMP: Effect.READS_LOCAL,
    VariableKind.CELL: _HEAP,
    VariableKind.FREE: _HEAP,
    VariableKind.GLOBAL: _HEAP,
    VariableKind.NAME: _HEAP,
}
_STARS = (MicroOp.STAR, MicroOp.DOUBLE_STAR)


def own_effects(value: Value) -> int:
    """Return the effects of the operation itself, without its operands."""
    found = _OWN_EFFECTS.get(value.op)
    return EFFECTS.get(value.op, ANY_EFFECT) if found is None else found(value)


def _of_load(value: Value) -> int:
    found = _LOCATION_READS[value.variable.kind]
    return found | Effect.RAISES if value.raises else found


def _of_store(value: Value) -> int:
    variable = value.variable
    if variable.is_temporary or variable.kind is VariableKind.LOCAL:
        return EFFECTS[value.op]
    return Effect.WRITES_HEAP


def _of_star(value: Value) -> int:
    is_late = str(value.payload).startswith(LATE)
    return Effect.NONE if is_late else EFFECTS.get(value.op, ANY_EFFECT)


def _of_display(value: Value) -> int:
    if any(operand.op in _STARS for operand in value.operands):
        return ANY_EFFECT
    return EFFECTS[value.op]


_OWN_EFFECTS = {
    MicroOp.LOAD: _of_load,
    MicroOp.STORE: _of_store,
    MicroOp.TARGET: _of_store,
    MicroOp.STAR: _of_star,
    MicroOp.DOUBLE_STAR: _of_star,
    MicroOp.BUILD: _of_display,
}


def effects(value: Value) -> int:
    """Return the effects of evaluating the whole tree."""
    found = Effect.NONE
    for node in value.walk():
        found |= own_effects(node)
    return found


def is_text(value: Value) -> bool:
    """Return whether a value is a constant string, which is hashed without a call."""
    return value.op is MicroOp.CONST and type(value.constant) is str
