"""Find out from instructions how each name is used."""

from __future__ import annotations

import dis
from typing import TYPE_CHECKING, Iterator

if TYPE_CHECKING:
    from types import CodeType

    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.bytecode.disassemble import Instruction


def stored_names(code: CodeType) -> frozenset[str]:
    r"""Return the variables that some instruction of `code` stores into.

    >>> sorted(stored_names(compile("a = b\nfor c in a: pass", "", "exec")))
    ['a', 'c']
    """
    found: set[str] = set()
    for instruction in dis.get_instructions(code):
        if instruction.opname.startswith("STORE_"):
            # A fused instruction has a tuple of names.
            value = instruction.argval
            names = value if isinstance(value, tuple) else (value,)
            found.update(name for name in names if isinstance(name, str))
    return frozenset(found)


_LOADS = frozenset(
    {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_DEREF"}
)


def imported_names(unit: CodeUnit) -> list[str]:
    """Return the names that the source must import, judged by calls of attributes.

    From 3.11 on the compiler calls an attribute of an imported name as a function, and
    any other attribute as a method. Without the imports, the source would compile to
    other bytecode for the same program.
    """
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
    """Return whether the attribute read after ``index`` is called as a function."""
    if unit.behaviour.null_below_callable:
        is_global = items[index].opname == "LOAD_GLOBAL"
        pushes_null = is_global and bool((items[index].arg or 0) & 1)
        return pushes_null or items[index - 1].opname == "PUSH_NULL"
    after = items[index + 2 : index + 3]  # damaged code may end here
    return any(one.opname == "PUSH_NULL" for one in after)


#: Dynamo's prefix for parameters that hold values of the stack, to be pushed again.
STACK_PREFIX = "___stack"

_NOTHING = (
    "CACHE", "COPY_FREE_VARS", "EXTENDED_ARG", "MAKE_CELL", "NOP", "PRECALL", "RESUME",
)  # fmt: skip
_JUMPS = ("JUMP_FORWARD", "JUMP_ABSOLUTE")


def stack_variables(code: CodeType) -> dict[str, str]:
    """Map each stack parameter to the variable into which it is stored first.

    A resume function begins by pushing its stack arguments. If the statement at the
    graph break was ``y = f(x)``, the store into ``y`` comes next.

    >>> def resume(___stack0, x):
    ...     y = ___stack0
    ...     return y + x
    >>> stack_variables(resume.__code__)
    {'___stack0': 'y'}
    """
    found: dict[str, str] = {}
    pushed: list[str] = []
    for operation, name in _straight(code):
        if operation == "load":
            pushed.append(name)
            continue
        value = pushed.pop() if pushed else ""
        if value.startswith(STACK_PREFIX):
            found.setdefault(value, name)
    return found


def _straight(code: CodeType) -> Iterator[tuple[str, str]]:
    """Yield the loads and stores with which the code begins, following jumps."""
    instructions = list(dis.get_instructions(code))
    place_of = {one.offset: place for place, one in enumerate(instructions)}
    place, steps = 0, 0
    while place < len(instructions) and steps < len(instructions):
        one = instructions[place]
        place, steps = place + 1, steps + 1
        name = one.opname
        if name in _NOTHING:
            continue
        if name in _JUMPS:
            place = place_of.get(one.argval, len(instructions))
            continue
        if name == "LOAD_CONST":  # Dynamo may first store a constant of its own
            yield "load", ""
            continue
        kinds = _accesses(name)
        if not kinds:
            return
        names = one.argval if isinstance(one.argval, tuple) else (one.argval,)
        yield from zip(kinds, map(str, names))


def _accesses(opname: str) -> list[str]:
    """Split ``STORE_FAST_LOAD_FAST`` into ``["store", "load"]``; others give ``[]``."""
    parts = opname.split("_")
    found = [part.lower() for part in parts if part in ("LOAD", "STORE")]
    is_local = "FAST" in parts or opname == "STORE_DEREF"
    return found if is_local and "CLEAR" not in parts else []
