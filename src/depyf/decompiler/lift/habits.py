"""What the lifter tells later stages of a code object and of its compiler."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.flags import CO_OPTIMIZED
from depyf.decompiler.ir.habits import CodeKind, Habits

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.behaviour import Behaviour
    from depyf.decompiler.bytecode.code_unit import CodeUnit


@lru_cache(maxsize=None)
def habits_of(behaviour: Behaviour) -> Habits:
    """The facts of a CPython that stages behind the lifter may ask for."""
    return Habits(**{one.name: getattr(behaviour, one.name) for one in fields(Habits)})


def kind_of(unit: CodeUnit) -> CodeKind:
    """What a code unit was compiled from."""
    if unit.name == "<module>":
        return CodeKind.MODULE
    if unit.name == "<lambda>":
        return CodeKind.LAMBDA
    return CodeKind.FUNCTION if unit.flags & CO_OPTIMIZED else CodeKind.CLASS
