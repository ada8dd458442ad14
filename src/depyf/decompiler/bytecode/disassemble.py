"""Code objects into instructions: prefixes, caches and run-time forms removed.

``co_code`` is read, never the adaptive copy, so specialised instructions do not occur;
instrumented ones are mapped back all the same. Names are resolved here and not taken
from `dis`, whose ``argval`` differs between versions.
"""

from __future__ import annotations

import dis
from functools import lru_cache
from typing import TYPE_CHECKING, Callable, ClassVar, Iterator, NamedTuple, Sequence

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
    base_name,
    table_of,
)

if TYPE_CHECKING:
    from types import CodeType


class Position(NamedTuple):
    """Where in the source an instruction comes from; what is unknown is None."""

    line: int | None = None
    end_line: int | None = None
    column: int | None = None
    end_column: int | None = None


class Instruction(NamedTuple):
    """One instruction, its argument resolved.

    Attributes:
        offset: where its opcode lies, in bytes.
        start: where its first EXTENDED_ARG lies (``offset`` if it has none): jumps
            to the instruction and ranges of the exception table use this one.
        end: where the next instruction (its prefixes included) begins.
        opname: the opcode's name.
        arg: the full argument, None for an opcode that takes none.
        argval: what the argument means (`bytecode.opcodes.Arg`): a name, a
            constant, the offset of a jump's target, a pair of names, ...
        line: the source line, None if it belongs to none.
        position: line and columns as far as known.
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
    """The tables of a code object that arguments index."""

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
    """Yields the instructions in ``code``, written for the running Python."""
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


def instruction_spans(code: CodeType) -> Iterator[tuple[int, int, int]]:
    """Yields (first prefix, opcode, end after the caches) of each instruction."""
    for raw in raw_instructions(code.co_code):
        yield raw.start, raw.offset, raw.end


@lru_cache(maxsize=None)
def _kinds_of(version: Version) -> dict[str, Arg]:
    return {name: row.arg for name, row in table_of(version).items()}


class Resolver:
    """Turns arguments into what they mean, for one code object of one version."""

    def __init__(self, version: Version, names: Names) -> None:
        """Reads the tables once.

        Args:
            version: the CPython that the code is for; need not be the running one.
            names: the tables of the code object.
        """
        self._facts: Behaviour = behaviour_of(version)
        self._kinds = _kinds_of(version)
        self._names = names
        self._locals, self._frees = _variable_tables(self._facts, names)
        is_old = self._facts.compares_membership
        self._operators = OLD_COMPARE_OPERATORS if is_old else COMPARE_OPERATORS

    def argument(self, raw: RawInstruction) -> tuple[int | None, object]:
        """Returns ``arg`` and ``argval`` of an instruction.

        An index that leads nowhere (no CPython writes one) is returned as it is.
        """
        kind = self._kinds.get(raw.opname, Arg.NUMBER)
        if kind is Arg.NONE:
            return None, None
        try:
            return raw.arg, self._resolve[kind](self, raw)
        except IndexError:
            return raw.arg, raw.arg

    def _number(self, raw: RawInstruction) -> object:
        return raw.arg

    def _const(self, raw: RawInstruction) -> object:
        return self._names.consts[raw.arg]

    def _name(self, raw: RawInstruction) -> object:
        return self._names.names[raw.arg]

    def _name_shift_1(self, raw: RawInstruction) -> object:
        return self._names.names[raw.arg >> 1]

    def _name_shift_2(self, raw: RawInstruction) -> object:
        return self._names.names[raw.arg >> 2]

    def _local(self, raw: RawInstruction) -> object:
        return self._locals[raw.arg]

    def _local_pair(self, raw: RawInstruction) -> object:
        return self._locals[raw.arg >> 4], self._locals[raw.arg & 15]

    def _free(self, raw: RawInstruction) -> object:
        return self._frees[raw.arg]

    def _forward(self, raw: RawInstruction) -> object:
        return raw.end + raw.arg * self._facts.jump_unit

    def _backward(self, raw: RawInstruction) -> object:
        return raw.end - raw.arg * self._facts.jump_unit

    def _absolute(self, raw: RawInstruction) -> object:
        return raw.arg * self._facts.jump_unit

    def _compare(self, raw: RawInstruction) -> object:
        return self._operators[raw.arg >> self._facts.compare_shift]

    def _binary(self, raw: RawInstruction) -> object:
        return BINARY_OPERATORS[raw.arg]

    def _special(self, raw: RawInstruction) -> object:
        return SPECIAL_METHODS[raw.arg]

    def _common(self, raw: RawInstruction) -> object:
        return COMMON_CONSTANTS[raw.arg]

    # A table of the class: bound methods in it would keep an instance alive.
    _resolve: ClassVar[dict[Arg, Callable[[Resolver, RawInstruction], object]]] = {
        Arg.NUMBER: _number,
        Arg.CONST: _const,
        Arg.NAME: _name,
        Arg.NAME_SHIFT_1: _name_shift_1,
        Arg.NAME_SHIFT_2: _name_shift_2,
        Arg.LOCAL: _local,
        Arg.LOCAL_PAIR: _local_pair,
        Arg.FREE: _free,
        Arg.JUMP_FORWARD: _forward,
        Arg.JUMP_BACKWARD: _backward,
        Arg.JUMP_ABSOLUTE: _absolute,
        Arg.COMPARE: _compare,
        Arg.BINARY: _binary,
        Arg.SPECIAL: _special,
        Arg.COMMON: _common,
    }


def _variable_tables(
    facts: Behaviour, names: Names
) -> tuple[Sequence[str], Sequence[str]]:
    """Returns what fast-local arguments and what cell arguments index."""
    if not facts.unified_locals:
        return names.varnames, (*names.cellvars, *names.freevars)
    # CPython 3.11: a parameter that is a cell has one slot, with the locals.
    own = set(names.varnames)
    cells = [name for name in names.cellvars if name not in own]
    unified = (*names.varnames, *cells, *names.freevars)
    return unified, unified


def positions_of(code: CodeType, offsets: Sequence[int]) -> list[Position]:
    """Returns the positions of instructions; columns from 3.11 on.

    Code that a tool made longer than its line table has none there.
    """
    if behaviour_of(RUNNING).line_table == "locations":
        units = list(code.co_positions())  # type: ignore[attr-defined, unused-ignore]
        units += [Position()] * (len(code.co_code) // 2 - len(units))
        return [Position(*units[offset // 2]) for offset in offsets]
    lines = lines_by_unit(code)
    places = {line: Position(line) for line in set(lines)}
    return [places[lines[offset // 2]] for offset in offsets]


def resolve_instructions(
    raws: Sequence[RawInstruction],
    positions: Sequence[Position],
    version: Version,
    names: Names,
) -> tuple[Instruction, ...]:
    """Returns raw instructions with their arguments resolved.

    Args:
        raws: the instructions.
        positions: one for each instruction.
        version: the CPython that the code is for.
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
    """Returns the instructions of a code object of the running Python.

    Args:
        code: the code object.
        consts: what arguments that index constants mean, ``co_consts`` if missing.
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
