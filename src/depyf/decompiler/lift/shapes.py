"""Kinds of stack slots between blocks, one character each.

A slot that holds a value is a STACK variable; NULL and what was handled before are not
stored, so the character says all of them.
"""

from __future__ import annotations

from functools import lru_cache

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, load

#: One character per stack slot.
Shape = str
VALUE = "v"
IS_NULL = "n"
#: The exception that was handled before.
PREVIOUS = "p"
#: To 3.10 an exception is on the stack several times; these are the exception that
#: lies 4 and 5 slots below.
ALIASES = {"t": 4, "u": 5}
#: 3.8: NULL after an exception that a context manager swallowed.
SWALLOWED = "s"
#: NULL beside a method that was loaded for a call; it may be its owner instead.
SELF = "m"
#: What is left of both when one of them was dropped: the other has to be, too.
DROPPED = "d"
#: Characters from here on are constant tuples that are known (`Names.tuple_letter`).
TUPLES = 0xE000
#: 3.8: characters from here on are NULL with the offset where CALL_FINALLY returns.
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
    """Returns the variable of a stack slot; the same object each time."""
    return Variable(VariableKind.STACK, f"s{depth}")


def returning(offset: int) -> Value:
    """Returns the NULL that CALL_FINALLY pushes: it holds where to go on."""
    return Value(MicroOp.NULL, (), offset)


def entry_leaf(letter: str, depth: int) -> Value:
    """Return the value that a block finds in a slot."""
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
    """Returns the character for a leaf."""
    if leaf.op is MicroOp.PREVIOUS_EXCEPTION:
        return PREVIOUS
    if leaf.op is not MicroOp.NULL:
        return VALUE
    if isinstance(leaf.payload, int):
        return chr(_RETURNS + leaf.payload // 2)
    return leaf.payload if isinstance(leaf.payload, str) else IS_NULL
