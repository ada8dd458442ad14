"""Code that nothing reaches, which CPython 3.8 and 3.9 leave behind.

Their compiler ends each arm of a statement with a jump over the next one, and each
function with ``return None``, even where control never gets there. So

    if a: raise b        RAISE_VARARGS
    else: c()            JUMP_FORWARD      (nothing reaches it)

can be told from ``if a: raise b`` and ``c()`` on the next line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.bytecode.code_unit import CodeUnit
    from depyf.bytecode.disassemble import Instruction

_ENDS = ("RETURN_VALUE", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_ABSOLUTE")
_JUMPS = ("JUMP_FORWARD", "JUMP_ABSOLUTE")


@dataclass(frozen=True)
class LeftBehind:
    """What nothing reaches.

    Attributes:
        jumps: where a jump that nothing reaches leads to, by the offset of the last
            instruction before it (also of the last but one, if that is a jump).
        has_end: nothing reaches the ``return None`` at the end of the function.
    """

    jumps: dict[int, int] = field(default_factory=dict)
    has_end: bool = False


def left_behind(unit: CodeUnit) -> LeftBehind:
    """Finds what nothing reaches; nothing on Pythons that drop it."""
    if unit.behaviour.ends_copied:
        return LeftBehind()
    code = unit.instructions
    targets = {
        one.argval for one in code if isinstance(one.argval, int) and _leads_away(one)
    }
    jumps: dict[int, int] = {}
    has_end = False
    for number in range(1, len(code)):
        before, one = code[number - 1], code[number]
        if before.opname not in _ENDS or one.start in targets:
            continue
        if one.opname in _JUMPS and isinstance(one.argval, int):
            jumps[before.offset] = one.argval
            if before.opname in _JUMPS and number > 1:
                jumps.setdefault(code[number - 2].offset, one.argval)
        has_end |= number == len(code) - 2 and (
            one.opname == "LOAD_CONST" and code[-1].opname == "RETURN_VALUE"
        )
    return LeftBehind(jumps, has_end)


def _leads_away(one: Instruction) -> bool:
    others = ("SETUP_", "FOR_ITER", "CALL_FINALLY")
    return "JUMP" in one.opname or one.opname.startswith(others)
