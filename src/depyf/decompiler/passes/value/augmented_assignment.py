"""Recovers ``target += value`` where the target's parts are evaluated once.

Example::

    def f(a, b):
        a.c += b

Before::

    block 0:
        %t0 = a
        set_attr[c](inplace[+](attr[c](%t0), b), %t0)
        return None

After::

    block 0:
        %t0 = a
        augment[+](attr[c](%t0), b)
        return None
Then ``t`` has one use and is folded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, VariableKind
from depyf.decompiler.passes.bisimulation import Renaming, equal_values

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(function: Function) -> bool:
    """Rewrites every block; True if anything changed."""
    changed = False
    for block in function.blocks.values():
        for index, statement in enumerate(block.body):
            augmented = _augment(statement)
            if augmented is not None:
                block.body[index] = augmented
                changed = True
    return changed


def _augment(statement: Value) -> Value | None:
    if statement.op not in (MicroOp.SET_ATTR, MicroOp.SET_ITEM, MicroOp.STORE):
        return None
    result = statement.operands[0]
    if result.op is not MicroOp.INPLACE:
        return None
    old, value = result.operands
    if statement.op is MicroOp.STORE:
        # In a class body, `nonlocal x; x += 1` reads what it calls `x`, too.
        is_read = old.op in (MicroOp.LOAD, MicroOp.LOAD_FROM)
        if not is_read or old.payload != statement.payload:
            return None
        target = Value(MicroOp.TARGET, (), statement.payload, old.origins)
    else:
        wanted = MicroOp.ATTR if statement.op is MicroOp.SET_ATTR else MicroOp.ITEM
        parts = statement.operands[1:]
        if old.op is not wanted or len(old.operands) != len(parts):
            return None
        if old.op is MicroOp.ATTR and old.payload != statement.payload:
            return None
        if not all(_same_leaf(a, b) for a, b in zip(old.operands, parts)):
            return None
        target = old
    origins = statement.origins | result.origins
    return Value(MicroOp.AUGMENT, (target, value), result.payload, origins)


def _same_leaf(one: Value, other: Value) -> bool:
    """Equal without doubt: a constant, a local or temporary read, a slice of such."""
    private = (VariableKind.LOCAL, VariableKind.TEMP, VariableKind.STACK)
    for node in one.walk():
        if node.op is MicroOp.LOAD and node.variable.kind not in private:
            return False
        if node.op not in (MicroOp.LOAD, MicroOp.CONST, MicroOp.SLICE):
            return False
    return equal_values(one, other, _Identity())


class _Identity(Renaming):
    """Temporaries correspond only to themselves."""

    def pair(self, one: object, other: object) -> bool:
        return one == other
