"""Which names a module imports, as far as its functions tell.

From 3.11 on the compiler calls an attribute of what the module imports as a plain
function, and of any other object as a method. A text that is compiled without its
module's imports gives other bytecode, for the same program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.bytecode.disassemble import Instruction

_LOADS = frozenset(
    {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_DEREF"}
)


def imported_names(unit: CodeUnit) -> list[str]:
    """The names whose attributes a code unit and those in it call as functions."""
    if not unit.behaviour.imports_tell:
        return []
    functions: set[str] = set()
    methods: set[str] = set()
    for one in unit.walk():
        items = one.instructions
        for index, (load, attribute) in enumerate(zip(items, items[1:])):
            if load.opname not in _LOADS or not isinstance(load.argval, str):
                continue
            if attribute.opname == "LOAD_METHOD" or _is_method(attribute, one):
                methods.add(load.argval)
            elif attribute.opname == "LOAD_ATTR" and _is_called(items, index, one):
                functions.add(load.argval)
    return sorted(name for name in functions - methods if name.isidentifier())


def _is_method(attribute: Instruction, unit: CodeUnit) -> bool:
    is_flagged = not unit.behaviour.calls_are_prepared
    return (
        is_flagged
        and attribute.opname == "LOAD_ATTR"
        and bool((attribute.arg or 0) & 1)
    )


def _is_called(items: tuple[Instruction, ...], index: int, unit: CodeUnit) -> bool:
    """True if the attribute that is read by the next instruction is to be called."""
    if unit.behaviour.null_below_callable:
        is_global = items[index].opname == "LOAD_GLOBAL"
        pushes_null = is_global and bool((items[index].arg or 0) & 1)
        return pushes_null or items[index - 1].opname == "PUSH_NULL"
    return items[index + 2].opname == "PUSH_NULL"
