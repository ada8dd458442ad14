"""The variables of a code object in another order, or under names no source has."""

from __future__ import annotations

from types import CodeType
from typing import Iterator, Mapping, Sequence

from depyf.decompiler.bytecode.behaviour import RUNNING, behaviour_of
from depyf.decompiler.bytecode.disassemble import raw_instructions
from depyf.decompiler.bytecode.opcodes import Arg, table_of
from depyf.decompiler.bytecode.rewriting import NoRoomError, Operation, with_operations

_FACTS = behaviour_of(RUNNING)
_KINDS = {name: row.arg for name, row in table_of(RUNNING).items()}


def with_variable_names(code: CodeType, renamed: Mapping[str, str]) -> CodeType:
    """Returns the code, and what is nested in it, with other names for variables.

    Args:
        code: the code object.
        renamed: names it has, to those it is to have (``.0``).
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
    """Returns the code with its cell and free variables in another order.

    Args:
        code: a code object of the running Python.
        cellvars: its cell variables; those that are parameters keep their places
            from 3.11 on.
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
    """What arguments index, each with whether it is a free variable.

    Up to 3.10 locals have a table of their own, which stays as it is.
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
