"""The raw operation behind an event, for the comparison of two code units.

Both sides pass through the same lifter, so a wrong row of its table could cancel out:
read wrongly, printed wrongly, compiled to something else, read wrongly again to the
same. Where one opcode stands for several operations, the opcode and its argument are
therefore compared as they are. Both sides are code of one Python, so they agree in
them; opcodes that a compiler chooses between freely are left out.
"""

from __future__ import annotations

from typing import Hashable
from weakref import WeakKeyDictionary

from depyf.decompiler.bytecode.code_unit import CodeUnit

# Opcodes whose argument says which operation it is.
_WITH_ARGUMENT = frozenset(
    {
        "BINARY_OP",
        "CALL_INTRINSIC_1",
        "CALL_INTRINSIC_2",
        "CONVERT_VALUE",
        "GET_AWAITABLE",
        "LOAD_SPECIAL",
        "MATCH_CLASS",
        "RAISE_VARARGS",
        "UNPACK_EX",
        "UNPACK_SEQUENCE",
    }
)
# Opcodes that are one operation each, with their families.
_FAMILIES = ("BINARY_", "INPLACE_", "UNARY_")
_NO_OPERATORS = frozenset({"BINARY_SUBSCR", "BINARY_SLICE", "UNARY_NOT"})
# A test and its negation may change places with the arms of the branch (to 3.8 they
# are operators of COMPARE_OP).
_WITHOUT_SENSE = {"not in": "in", "is not": "is", "in": "in", "is": "is"}
_TRUSTING = ("LOAD_FAST", "STORE_FAST_LOAD_FAST")
# BINARY_OP as a subscription (3.14 and later) is written as a slice, too.
_SUBSCRIPTION = "[]"

# Weak: a unit holds the constants of a program, which may be tensors.
_TELLING: WeakKeyDictionary[CodeUnit, dict[int, Hashable]] = WeakKeyDictionary()


def raw_operation(code: object, origins: frozenset[int]) -> Hashable:
    """What the instructions at ``origins`` are; None if the choice is free."""
    if not isinstance(code, CodeUnit):
        return None
    telling = _telling_instructions(code)
    found = [telling[offset] for offset in sorted(origins) if offset in telling]
    return tuple(found) or None


def _telling_instructions(code: CodeUnit) -> dict[int, Hashable]:
    """By offset, the instructions whose raw form is compared."""
    known = _TELLING.get(code)
    if known is None:
        known = _TELLING[code] = _find_telling(code)
    return known


def _find_telling(code: CodeUnit) -> dict[int, Hashable]:
    found: dict[int, Hashable] = {}
    for item in code.instructions:
        if item.opname in _WITH_ARGUMENT:
            if item.opname != "BINARY_OP" or item.argval != _SUBSCRIPTION:
                found[item.offset] = item.opname, item.arg
        elif item.opname == "COMPARE_OP" and item.argval in _WITHOUT_SENSE:
            found[item.offset] = item.opname, _WITHOUT_SENSE[str(item.argval)]
        elif item.opname == "COMPARE_OP":
            # The low bits hold hints: the operator lies above them.
            operator = (item.arg or 0) >> code.behaviour.compare_shift
            found[item.offset] = item.opname, operator
        elif item.opname.startswith(_FAMILIES) and item.opname not in _NO_OPERATORS:
            found[item.offset] = item.opname
    return found


def trusts_compiler(code: object, origins: frozenset[int]) -> bool:
    """True if the read of a local at ``origins`` does not look whether it is bound."""
    if not isinstance(code, CodeUnit) or not code.behaviour.reads_trust_compiler:
        return False
    return any(
        item.opname.startswith(_TRUSTING) and item.opname != "LOAD_FAST_CHECK"
        for item in code.instructions
        if item.offset in origins
    )
