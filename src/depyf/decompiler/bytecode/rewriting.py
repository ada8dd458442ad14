"""Instructions of a code object with other opcodes and arguments, all else the same.

Each new instruction takes the room of an old one, caches included. Where that is too
small, code of up to 3.10 is laid out anew; later Pythons have caches behind all that
is replaced here.
"""

from __future__ import annotations

import dis
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence

from depyf.decompiler.bytecode.behaviour import RUNNING, behaviour_of
from depyf.decompiler.bytecode.disassemble import RawInstruction, raw_instructions
from depyf.decompiler.bytecode.line_table import WRITERS, lines_by_unit, merged_ranges

if TYPE_CHECKING:
    from types import CodeType

_EXTENDED_ARG = dis.opmap["EXTENDED_ARG"]
_NOP = dis.opmap["NOP"]
_FACTS = behaviour_of(RUNNING)


class Operation(NamedTuple):
    """An opcode by name, and its argument."""

    opname: str
    arg: int = 0


class NoRoomError(ValueError):
    """An instruction is longer than the one whose place it takes."""


def with_operations(
    code: CodeType, changed: Mapping[int, Sequence[Operation]], **fields: object
) -> CodeType:
    """Returns the code with other instructions in the place of some.

    Args:
        code: a code object of the running Python.
        changed: by the offset in bytes of an instruction, what takes its place; one
            operation, or from 3.11 on any that fit.
        fields: what else `code.replace` is to change.

    Raises:
        NoRoomError: a new instruction is too long.
    """
    raw = bytearray(code.co_code)
    for one in raw_instructions(code.co_code):
        operations = changed.get(one.offset)
        if operations is None:
            continue
        if not _put(raw, one, operations):
            if _FACTS.has_exception_table:
                raise NoRoomError(f"no room for {operations[0].opname}")
            return _laid_out(code, changed).replace(**_fields(fields))
    return code.replace(co_code=bytes(raw), **_fields(fields))


def _fields(fields: Mapping[str, object]) -> dict[str, Any]:
    return dict(fields)


def _put(raw: bytearray, one: RawInstruction, operations: Sequence[Operation]) -> bool:
    """Writes operations over an instruction; False if they are too long."""
    made = b"".join(map(_encoded, operations))
    is_same = [each.opname for each in operations] == [one.opname]
    # An instruction with another argument keeps its caches; prefixes may be empty.
    has_caches = _FACTS.has_exception_table and not is_same
    end = one.end if has_caches else one.offset + 2
    lacking = (end - one.start - len(made)) // 2
    if lacking < 0:
        return False
    if has_caches:
        made += bytes((_NOP, 0)) * lacking
    else:
        made = bytes((_EXTENDED_ARG, 0)) * lacking + made
    raw[one.start : end] = made
    return True


def _encoded(operation: Operation, prefixes: int = 0) -> bytes:
    """An instruction with as many prefixes as it needs, and at least so many."""
    parts = operation.arg.to_bytes(4, "big")
    while len(parts) > 1 + prefixes and not parts[0]:
        parts = parts[1:]
    opcodes = [_EXTENDED_ARG] * (len(parts) - 1) + [dis.opmap[operation.opname]]
    return bytes(byte for pair in zip(opcodes, parts) for byte in pair)


# -- up to 3.10 --------------------------------------------------------------------


def _laid_out(code: CodeType, changed: Mapping[int, Sequence[Operation]]) -> CodeType:
    """The code with longer instructions, jumps and lines following them."""
    items = list(raw_instructions(code.co_code))
    operations = [_operation(one, changed) for one in items]
    targets = [_target(one) for one in items]
    index_at = {one.start: index for index, one in enumerate(items)}
    index_at[len(code.co_code)] = len(items)
    prefixes = [0] * len(items)
    while True:
        starts = [0]
        for count in prefixes:
            starts.append(starts[-1] + 2 * (1 + count))
        made = []
        for index, target in enumerate(targets):
            if target is not None:
                one, to = operations[index], starts[index_at[target]]
                operations[index] = one._replace(arg=_distance(one, to, starts, index))
            made.append(_encoded(operations[index], prefixes[index]))
        needed = [len(one) // 2 - 1 for one in made]
        if needed == prefixes:
            break
        prefixes = needed
    old_lines = lines_by_unit(code)
    lines = [
        old_lines[one.start // 2]
        for one, count in zip(items, prefixes)
        for _ in range(1 + count)
    ]
    kind = _FACTS.line_table
    table = WRITERS[kind](merged_ranges(lines), code.co_firstlineno)
    field = "co_lnotab" if kind == "lnotab" else "co_linetable"
    return code.replace(co_code=b"".join(made), **_fields({field: table}))


def _operation(
    one: RawInstruction, changed: Mapping[int, Sequence[Operation]]
) -> Operation:
    found = changed.get(one.offset)
    if found is None:
        return Operation(one.opname, one.arg)
    (operation,) = found
    return operation


def _target(one: RawInstruction) -> int | None:
    """Where a jump leads, in bytes; None for what is no jump."""
    opcode = dis.opmap[one.opname]
    if opcode in dis.hasjabs:
        return one.arg * _FACTS.jump_unit
    if opcode in dis.hasjrel:
        return one.end + one.arg * _FACTS.jump_unit
    return None


def _distance(
    operation: Operation, target: int, starts: Sequence[int], index: int
) -> int:
    """The argument of a jump to a place in bytes."""
    is_absolute = dis.opmap[operation.opname] in dis.hasjabs
    return (target - (0 if is_absolute else starts[index + 1])) // _FACTS.jump_unit
