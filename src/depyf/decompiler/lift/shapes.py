"""Describe the stack between blocks, as a string with one character for each slot.

A slot with a value is a STACK variable. NULL and the exception handled before are not
stored in variables, so their characters say everything about them.
"""

from __future__ import annotations

from functools import lru_cache

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, load

#: A string with one character for each stack slot.
Shape = str
VALUE = "v"
IS_NULL = "n"
#: The exception that was handled before.
PREVIOUS = "p"
#: Up to 3.10, an exception takes several slots. These characters stand for copies of
#: the exception 4 or 5 slots below.
ALIASES = {"t": 4, "u": 5}
#: NULL after an exception that a context manager suppressed (3.8).
SWALLOWED = "s"
#: NULL beside a method that was loaded for a call. In CPython the slot may hold the
#: owner.
SELF = "m"
#: The other of these two slots after one of them was dropped; it must be dropped, too.
DROPPED = "d"
#: Characters from here on stand for known constant tuples (`Names.tuple_letter`).
TUPLES = 0xE000
#: Characters from here on stand for NULL with the return offset of CALL_FINALLY (3.8).
_RETURNS = 0x10000

NULL = Value(MicroOp.NULL)
PREVIOUS_EXCEPTION = Value(MicroOp.PREVIOUS_EXCEPTION)
SWALLOWED_NULL = Value(MicroOp.NULL, (), SWALLOWED)
SELF_NULL = Value(MicroOp.NULL, (), SELF)

DROPPED_NULL = Value(MicroOp.NULL, (), DROPPED)
_NULLS = {
    IS_NULL: NULL,
    SWALLOWED: SWALLOWED_NULL,
    SELF: SELF_NULL,
    DROPPED: DROPPED_NULL,
}


@lru_cache(maxsize=None)
def stack_variable(depth: int) -> Variable:
    """Return the variable of a stack slot, always the same object."""
    return Variable(VariableKind.STACK, f"s{depth}")


def returning(offset: int) -> Value:
    """Return the NULL pushed by CALL_FINALLY, with the offset to return to."""
    return Value(MicroOp.NULL, (), offset)


def entry_leaf(letter: str, depth: int) -> Value:
    """Return the leaf that a shape's character describes, at a block's start."""
    if letter == VALUE:
        return load(stack_variable(depth))
    if letter == PREVIOUS:
        return PREVIOUS_EXCEPTION
    if letter in _NULLS:
        return _NULLS[letter]
    if letter in ALIASES:
        return load(stack_variable(depth - ALIASES[letter]))
    return returning((ord(letter) - _RETURNS) * 2)


def letter_of(leaf: Value) -> str:
    """Return the character of a shape that describes a leaf."""
    if leaf.op is MicroOp.PREVIOUS_EXCEPTION:
        return PREVIOUS
    if leaf.op is not MicroOp.NULL:
        return VALUE
    if isinstance(leaf.payload, int):
        return chr(_RETURNS + leaf.payload // 2)
    return leaf.payload if isinstance(leaf.payload, str) else IS_NULL
