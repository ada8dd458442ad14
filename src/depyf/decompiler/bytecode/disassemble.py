"""Turn code objects into instructions without EXTENDED_ARG and CACHE.

``co_code`` is read, which has no specialised instructions. Instrumented ones are still
mapped back. Names are resolved here and not by `dis`, whose ``argval`` differs between
versions.
"""

from __future__ import annotations

import dis
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Callable, Iterator, NamedTuple, Sequence

from depyf.decompiler.bytecode.behaviour import (
    RUNNING,
    Behaviour,
    Version,
    behaviour_of,
)
from depyf.decompiler.bytecode.line_table import lines_by_unit
from depyf.decompiler.bytecode.opcodes import (
    BINARY_OPERATORS,
    COMMON_CONSTANTS,
    COMPARE_OPERATORS,
    OLD_COMPARE_OPERATORS,
    SPECIAL_METHODS,
    Arg,
    argument_kinds,
    base_name,
)

if TYPE_CHECKING:
    from types import CodeType


class Position(NamedTuple):
    """The source position of an instruction; unknown parts are None."""

    line: int | None = None
    end_line: int | None = None
    column: int | None = None
    end_column: int | None = None


class Instruction(NamedTuple):
    """One instruction, its argument resolved.

    Attributes:
        offset: the position of its opcode, in bytes.
        start: the position of its first EXTENDED_ARG, or ``offset`` if it has none.
            Jumps to the instruction and ranges of the exception table use ``start``.
        end: the position at which the next instruction begins, with its EXTENDED_ARGs.
        opname: the opcode's name.
        arg: the full argument, or None for an opcode without argument.
        argval: the resolved argument (`bytecode.opcodes.Arg`), such as a name, a
            constant, the offset of a jump's target or a pair of names.
        line: the source line, or None.
        position: the line and columns, as far as they are known.
    """

    offset: int
    start: int
    end: int
    opname: str
    arg: int | None
    argval: object
    line: int | None
    position: Position


class Names(NamedTuple):
    """The tables of a code object into which arguments of instructions are indices."""

    consts: Sequence[object]
    names: Sequence[str]
    varnames: Sequence[str]
    cellvars: Sequence[str]
    freevars: Sequence[str]


class RawInstruction(NamedTuple):
    """An instruction whose argument is still a number."""

    offset: int
    start: int
    end: int
    opname: str
    arg: int


_OPNAME = {number: base_name(name) for name, number in dis.opmap.items()}
_CACHE = dis.opmap.get("CACHE", -1)
_EXTENDED_ARG = dis.opmap["EXTENDED_ARG"]


def raw_instructions(code: bytes) -> Iterator[RawInstruction]:
    """Yield the instructions in the bytecode of the running Python."""
    size = len(code)
    start, prefix, position = 0, 0, 0
    while position < size:
        number, low = code[position], code[position + 1]
        position += 2
        if number == _EXTENDED_ARG:
            prefix = prefix << 8 | low
            continue
        offset = position - 2
        while position < size and code[position] == _CACHE:
            position += 2
        name = _OPNAME.get(number) or f"<{number}>"
        arg = (prefix << 8 | low) & 0xFFFFFFFF
        yield RawInstruction(offset, start, position, name, arg)
        start, prefix = position, 0


class Resolver:
    """Resolves the arguments of one code object's instructions."""

    def __init__(self, version: Version, names: Names) -> None:
        """Prepare the tables.

        Args:
            version: the CPython version of the code, which may differ from the running
                one.
            names: the tables of the code object.
        """
        self.facts: Behaviour = behaviour_of(version)
        self._meanings = _meanings_of(version)
        self.names: Names = names
        self.locals: Sequence[str]
        self.frees: Sequence[str]
        self.locals, self.frees = _variable_tables(self.facts, names)
        is_old = self.facts.compares_membership
        self.operators: Sequence[str] = (
            OLD_COMPARE_OPERATORS if is_old else COMPARE_OPERATORS
        )

    def argument(self, raw: RawInstruction) -> tuple[int | None, object]:
        """Return ``arg`` and ``argval`` of an instruction.

        An index outside its table is returned unresolved. No CPython writes one.
        """
        meaning = self._meanings.get(raw.opname, _number)
        if meaning is None:
            return None, None
        try:
            return raw.arg, meaning(self, raw)
        except IndexError:
            return raw.arg, raw.arg


_Meaning = Callable[[Resolver, RawInstruction], object]


def _number(_tables: Resolver, raw: RawInstruction) -> int:
    return raw.arg


@lru_cache(maxsize=None)
def _meanings_of(version: Version) -> dict[str, _Meaning | None]:
    """Map each opname to the function that resolves its argument, or None."""
    kinds = argument_kinds(version)
    return {opname: _MEANINGS.get(kind) for opname, kind in kinds.items()}


#: The function that returns ``argval`` for each kind of argument.
_MEANINGS: dict[Arg, _Meaning] = {
    Arg.NUMBER: _number,
    Arg.CONST: lambda tables, raw: tables.names.consts[raw.arg],
    Arg.NAME: lambda tables, raw: tables.names.names[raw.arg],
    Arg.NAME_SHIFT_1: lambda tables, raw: tables.names.names[raw.arg >> 1],
    Arg.NAME_SHIFT_2: lambda tables, raw: tables.names.names[raw.arg >> 2],
    Arg.LOCAL: lambda tables, raw: tables.locals[raw.arg],
    Arg.LOCAL_PAIR: lambda tables, raw: (
        tables.locals[raw.arg >> 4],
        tables.locals[raw.arg & 15],
    ),
    Arg.FREE: lambda tables, raw: tables.frees[raw.arg],
    Arg.JUMP_FORWARD: lambda tables, raw: raw.end + raw.arg * tables.facts.jump_unit,
    Arg.JUMP_BACKWARD: lambda tables, raw: raw.end - raw.arg * tables.facts.jump_unit,
    Arg.JUMP_ABSOLUTE: lambda tables, raw: raw.arg * tables.facts.jump_unit,
    Arg.COMPARE: lambda tables, raw: tables.operators[
        raw.arg >> tables.facts.compare_shift
    ],
    Arg.BINARY: lambda tables, raw: BINARY_OPERATORS[raw.arg],
    Arg.SPECIAL: lambda tables, raw: SPECIAL_METHODS[raw.arg],
    Arg.COMMON: lambda tables, raw: COMMON_CONSTANTS[raw.arg],
}


def _variable_tables(
    facts: Behaviour, names: Names
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the names of locals and of cells, in the order of argument indices."""
    if not facts.unified_locals:
        return names.varnames, (*names.cellvars, *names.freevars)
    # From 3.11 on, a parameter that is a cell has one slot, among the locals.
    own = set(names.varnames)
    cells = [name for name in names.cellvars if name not in own]
    unified = (*names.varnames, *cells, *names.freevars)
    return unified, unified


def positions_of(code: CodeType, offsets: Sequence[int]) -> list[Position]:
    """Return the positions of the instructions at these offsets; columns from 3.11 on.

    Dynamo and other tools may make code longer than its line table. The additional
    instructions have no position.
    """
    if behaviour_of(RUNNING).line_table == "locations":
        number = len(code.co_code) // 2  # the table may be far longer than the code
        table = code.co_positions()  # type: ignore[attr-defined, unused-ignore]
        units = list(islice(table, number))
        units += [Position()] * (number - len(units))
        return [Position._make(units[offset // 2]) for offset in offsets]
    lines = lines_by_unit(code)
    places = {line: Position(line) for line in set(lines)}
    return [places[lines[offset // 2]] for offset in offsets]


def resolve_instructions(
    raws: Sequence[RawInstruction],
    positions: Sequence[Position],
    version: Version,
    names: Names,
) -> tuple[Instruction, ...]:
    """Return raw instructions with their arguments resolved.

    Args:
        raws: the instructions.
        positions: one position for each instruction.
        version: the CPython version of the code.
        names: the tables of the code object.
    """
    resolver = Resolver(version, names)
    found = []
    for raw, position in zip(raws, positions):
        arg, argval = resolver.argument(raw)
        found.append(Instruction(*raw[:4], arg, argval, position.line, position))
    return tuple(found)


def disassemble(
    code: CodeType, consts: Sequence[object] | None = None
) -> tuple[Instruction, ...]:
    """Return the instructions of a code object of the running Python.

    Args:
        code: the code object.
        consts: replaces ``co_consts`` when arguments are resolved.
    """
    names = Names(
        code.co_consts if consts is None else consts,
        code.co_names,
        code.co_varnames,
        code.co_cellvars,
        code.co_freevars,
    )
    raws = list(raw_instructions(code.co_code))
    positions = positions_of(code, [raw.offset for raw in raws])
    return resolve_instructions(raws, positions, RUNNING, names)
