"""Copy code objects with other lines, instructions or variable names.

A new instruction takes the space of an old one and its caches. If that is too small in
Python up to 3.10, all instructions are placed again. Later Pythons have enough space:
every instruction that is replaced here has caches.
"""

from __future__ import annotations

import dis
from types import CodeType
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Sequence

from depyf.decompiler.bytecode.behaviour import RUNNING, behaviour_of
from depyf.decompiler.bytecode.disassemble import RawInstruction, raw_instructions
from depyf.decompiler.bytecode.line_table import lines_by_unit, table_for
from depyf.decompiler.bytecode.opcodes import Arg, argument_kinds

_EXTENDED_ARG = dis.opmap["EXTENDED_ARG"]
_NOP = dis.opmap["NOP"]
_FACTS = behaviour_of(RUNNING)


def relocate(
    code: CodeType,
    filename: str,
    line_of_offset: Callable[[int], int],
    first_line: int,
) -> CodeType:
    """Return the same code with another file name and line table.

    A debugger then steps through another file. The instructions, constants, nested
    code, names and exception table stay the same. Caches and argument prefixes take the
    line of their instruction.

    Args:
        code: the code object to copy.
        filename: the new file name.
        line_of_offset: returns the new line for the byte offset of an instruction.
            Lines count from 1; a smaller number means no line.
        first_line: the new ``co_firstlineno``.
    """
    lines: list[int | None] = [None] * (len(code.co_code) // 2)
    for one in raw_instructions(code.co_code):
        line = line_of_offset(one.offset)
        for unit in range(one.start // 2, one.end // 2):
            lines[unit] = line if line >= 1 else None
    table = table_for(lines, first_line)
    return code.replace(co_filename=filename, co_firstlineno=first_line, **table)


def in_file(
    code: CodeType, filename: str, stays: Callable[[CodeType], bool]
) -> CodeType:
    """Return a code object and its nested code with another file name.

    Args:
        code: the code object.
        filename: the new file name.
        stays: returns whether nested code stays unchanged, such as code that is only a
            value.
    """
    constants = tuple(
        in_file(constant, filename, stays)
        if isinstance(constant, CodeType) and not stays(constant)
        else constant
        for constant in code.co_consts
    )
    return code.replace(co_filename=filename, co_consts=constants)


class Operation(NamedTuple):
    """An opcode by name, and its argument."""

    opname: str
    arg: int = 0


class NoRoomError(ValueError):
    """A new instruction is longer than the one it replaces."""


def with_operations(
    code: CodeType, changed: Mapping[int, Sequence[Operation]], **fields: object
) -> CodeType:
    """Return a code object with some instructions replaced.

    Args:
        code: a code object of the running Python.
        changed: maps the byte offset of an instruction to its replacement. Up to 3.10
            this is one operation, from 3.11 on as many as fit.
        fields: other arguments for `code.replace`.

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
    """Write operations over an instruction; return False if they are too long."""
    made = b"".join(map(_encoded, operations))
    is_same = [each.opname for each in operations] == [one.opname]
    # An instruction with only another argument keeps its caches. Unused prefixes are 0.
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
    """Encode an instruction with at least ``prefixes`` EXTENDED_ARG prefixes."""
    parts = operation.arg.to_bytes(4, "big")
    while len(parts) > 1 + prefixes and not parts[0]:
        parts = parts[1:]
    opcodes = [_EXTENDED_ARG] * (len(parts) - 1) + [dis.opmap[operation.opname]]
    return bytes(byte for pair in zip(opcodes, parts) for byte in pair)


# -- up to 3.10 --------------------------------------------------------------------


def _laid_out(code: CodeType, changed: Mapping[int, Sequence[Operation]]) -> CodeType:
    """Return the code with longer instructions; jumps and lines are adjusted."""
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
    table = table_for(lines, code.co_firstlineno)
    return code.replace(co_code=b"".join(made), **table)


def _operation(
    one: RawInstruction, changed: Mapping[int, Sequence[Operation]]
) -> Operation:
    found = changed.get(one.offset)
    if found is None:
        return Operation(one.opname, one.arg)
    (operation,) = found
    return operation


def _target(one: RawInstruction) -> int | None:
    """Return the byte offset that an instruction jumps to; None if it is no jump."""
    opcode = dis.opmap[one.opname]
    if opcode in dis.hasjabs:
        return one.arg * _FACTS.jump_unit
    if opcode in dis.hasjrel:
        return one.end + one.arg * _FACTS.jump_unit
    return None


def _distance(
    operation: Operation, target: int, starts: Sequence[int], index: int
) -> int:
    """Return the argument with which an instruction jumps to a byte offset."""
    is_absolute = dis.opmap[operation.opname] in dis.hasjabs
    return (target - (0 if is_absolute else starts[index + 1])) // _FACTS.jump_unit


_KINDS = argument_kinds(RUNNING)


def with_variable_names(code: CodeType, renamed: Mapping[str, str]) -> CodeType:
    """Return a code object and its nested code with renamed variables.

    Args:
        code: the code object.
        renamed: maps old names to new ones, such as ``.0``.
    """
    if not renamed:
        return code

    def names(old: Sequence[str]) -> tuple[str, ...]:
        return tuple(renamed.get(name, name) for name in old)

    consts = tuple(
        with_variable_names(const, renamed) if isinstance(const, CodeType) else const
        for const in code.co_consts
    )
    return code.replace(
        co_varnames=names(code.co_varnames),
        co_cellvars=names(code.co_cellvars),
        co_freevars=names(code.co_freevars),
        co_consts=consts,
    )


def with_variable_order(
    code: CodeType, cellvars: Sequence[str], freevars: Sequence[str]
) -> CodeType:
    """Return a code object with its cell and free variables in another order.

    Args:
        code: a code object of the running Python.
        cellvars: its cell variables. From 3.11 on, those that are parameters keep their
            positions.
        freevars: its free variables.

    Raises:
        NoRoomError: from 3.11 on, an instruction would need a longer argument.
    """
    if (*cellvars, *freevars) == (*code.co_cellvars, *code.co_freevars):
        return code
    old = _table(code, code.co_cellvars, code.co_freevars)
    new = _table(code, cellvars, freevars)
    index = {place: new.index(name) for place, name in enumerate(old)}
    return with_operations(
        code,
        dict(_changed(code, index)),
        co_cellvars=tuple(cellvars),
        co_freevars=tuple(freevars),
    )


def _table(
    code: CodeType, cellvars: Sequence[str], freevars: Sequence[str]
) -> list[tuple[str, bool]]:
    """Return the cell and free variables in index order, and whether each is free.

    Up to 3.10, locals have a separate table, which does not change. From 3.11 on,
    indices of these variables follow those of the locals.
    """
    own = set(code.co_varnames) if _FACTS.unified_locals else set()
    cells = [(name, False) for name in cellvars if name not in own]
    return cells + [(name, True) for name in freevars]


def _changed(
    code: CodeType, index: Mapping[int, int]
) -> Iterator[tuple[int, list[Operation]]]:
    kinds, first = {Arg.FREE}, 0
    if _FACTS.unified_locals:
        kinds, first = {Arg.FREE, Arg.LOCAL}, len(code.co_varnames)
    for one in raw_instructions(code.co_code):
        kind = _KINDS.get(one.opname, Arg.NUMBER)
        if kind in kinds and one.arg >= first:
            yield one.offset, [Operation(one.opname, first + index[one.arg - first])]
        elif kind is Arg.LOCAL_PAIR and _FACTS.unified_locals:
            pair = [
                each if each < first else first + index[each - first]
                for each in (one.arg >> 4, one.arg & 15)
            ]
            if max(pair) < 16:
                yield one.offset, [Operation(one.opname, pair[0] << 4 | pair[1])]
            else:
                raise NoRoomError("a pair of variables beyond the sixteenth")


def with_room_for_locals(code: CodeType, count: int) -> CodeType:
    """Return `code` with at least `count` local variables.

    Up to Python 3.10, torch 2.2 copies all locals of the original frame to the same
    indices, without checking how many there are. Later Pythons have the cells after the
    locals, and their indices would change.
    """
    lacking = count - code.co_nlocals
    if lacking <= 0 or behaviour_of(RUNNING).unified_locals:
        return code
    unused = tuple(f".unused{number}" for number in range(lacking))
    return code.replace(co_nlocals=count, co_varnames=code.co_varnames + unused)
