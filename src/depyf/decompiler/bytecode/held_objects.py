"""Replace names of objects in code by constants that are the objects.

>>> code = (lambda: torch_bfloat16).__code__
>>> eval(with_objects(code, {"torch_bfloat16": 41}))
41

Some objects have no literal. The code then contains the object itself, and needs no
global variable for it.
"""

from __future__ import annotations

import builtins
from operator import is_
from types import CodeType
from typing import Iterator, Mapping

from depyf.decompiler.bytecode.behaviour import RUNNING, behaviour_of
from depyf.decompiler.bytecode.disassemble import RawInstruction, raw_instructions
from depyf.decompiler.bytecode.opcodes import COMMON_CONSTANTS, Arg, argument_kinds
from depyf.decompiler.bytecode.rewriting import Operation, with_operations

_FACTS = behaviour_of(RUNNING)
_KINDS = argument_kinds(RUNNING)
#: The number of bits below the index of a name in an argument.
_SHIFTS = {Arg.NAME: 0, Arg.NAME_SHIFT_1: 1, Arg.NAME_SHIFT_2: 2}
_LOAD = "LOAD_GLOBAL"
#: Maps ids of builtins to the opcode and argument with which LOAD_COMMON_CONSTANT
#: pushes them.
_COMMON = {
    id(getattr(builtins, str(one.builtin))): ("LOAD_COMMON_CONSTANT", number)
    for number, one in enumerate(COMMON_CONSTANTS[: _FACTS.common_builtins])
}
#: Other instructions that look up or bind a name.
_LOOKUPS = frozenset(
    {
        "LOAD_NAME",
        "STORE_NAME",
        "DELETE_NAME",
        "STORE_GLOBAL",
        "DELETE_GLOBAL",
        "LOAD_FROM_DICT_OR_GLOBALS",
    }
)


class UnheldNameError(ValueError):
    """The code looks up the name of an object as something other than a global."""


def with_objects(code: CodeType, objects: Mapping[str, object]) -> CodeType:
    """Return a code object with constants instead of the globals that name objects.

    Args:
        code: a newly compiled code object of the running Python. Nested functions are
            changed, too.
        objects: maps names to the objects.

    Raises:
        UnheldNameError: a name is looked up in another way, as in a class body.
    """
    if not objects:
        return code
    consts = tuple(
        with_objects(const, objects) if isinstance(const, CodeType) else const
        for const in code.co_consts
    )
    named = [name for name in code.co_names if name in objects]
    if not named and all(map(is_, consts, code.co_consts)):
        return code
    common = [name for name in named if id(objects[name]) in _COMMON]
    held = [name for name in named if name not in common]
    loads = {
        **{name: Operation(*_COMMON[id(objects[name])]) for name in common},
        **{
            name: Operation("LOAD_CONST", len(consts) + number)
            for number, name in enumerate(held)
        },
    }
    kept = _otherwise_used(code, objects)
    names = [name for name in code.co_names if name not in objects or name in kept]
    changed = dict(_changed(code, loads, {name: i for i, name in enumerate(names)}))
    consts += tuple(objects[name] for name in held)
    return with_operations(code, changed, co_names=tuple(names), co_consts=consts)


def _otherwise_used(code: CodeType, objects: Mapping[str, object]) -> set[str]:
    """Return the names of objects that are also names of attributes or modules.

    Raises:
        UnheldNameError: a name is looked up in another namespace than the globals.
    """
    found = set()
    for one, shift in _naming(code):
        name = code.co_names[one.arg >> shift]
        if name in objects and one.opname != _LOAD:
            if one.opname in _LOOKUPS:
                raise UnheldNameError(f"{name} is used by {one.opname}")
            found.add(name)
    return found


def _naming(code: CodeType) -> Iterator[tuple[RawInstruction, int]]:
    """Yield instructions with a name, and how many low bits of ``arg`` are flags."""
    for one in raw_instructions(code.co_code):
        shift = _SHIFTS.get(_KINDS.get(one.opname, Arg.NUMBER))
        if shift is not None:
            yield one, shift


def _changed(
    code: CodeType, loads: Mapping[str, Operation], names: Mapping[str, int]
) -> Iterator[tuple[int, list[Operation]]]:
    """Yield the offset and replacement of each instruction that has a name.

    Args:
        code: the code object.
        loads: maps names to the instruction that pushes the object.
        names: maps the remaining names to their new indices.
    """
    for one, shift in _naming(code):
        name = code.co_names[one.arg >> shift]
        if one.opname == _LOAD and name in loads:
            yield one.offset, _load(one, loads[name], shift)
        else:
            low = one.arg & ((1 << shift) - 1)
            yield one.offset, [Operation(one.opname, names[name] << shift | low)]


def _load(one: RawInstruction, load: Operation, shift: int) -> list[Operation]:
    """Return the instructions that push an object, with NULL if a call needs it."""
    if not (shift and one.arg & 1):
        return [load]
    null = Operation("PUSH_NULL")
    return [null, load] if _FACTS.null_below_callable else [load, null]
