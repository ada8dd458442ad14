"""Instructions agree with `dis` wherever `dis` is unambiguous."""

from __future__ import annotations

import dis
from typing import TYPE_CHECKING

import pytest

from depyf.decompiler.bytecode.behaviour import RUNNING
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.disassemble import disassemble
from depyf.decompiler.bytecode.opcodes import Arg, table_of
from tests.decompiler.bytecode.corpus import library_codes

pytestmark = pytest.mark.every_python

if TYPE_CHECKING:
    from types import CodeType

_JUMPS = (Arg.JUMP_FORWARD, Arg.JUMP_BACKWARD, Arg.JUMP_ABSOLUTE)


def _compare(code: CodeType) -> None:
    table = table_of(RUNNING)
    ours = disassemble(code)
    theirs = [
        each
        for each in dis.get_instructions(code)
        if each.opname not in ("EXTENDED_ARG", "CACHE")
    ]
    assert [(i.offset, i.opname) for i in ours] == [
        (i.offset, i.opname) for i in theirs
    ]
    for mine, other in zip(ours, theirs):
        kind = table[mine.opname].arg
        if kind in _JUMPS or (kind is Arg.LOCAL and RUNNING < (3, 13)):
            assert mine.argval == other.argval
        elif kind is Arg.NONE:
            assert mine.arg is None
        else:
            assert mine.arg == other.arg
        if kind in (Arg.NAME, Arg.FREE):
            assert mine.argval == other.argval
        if kind is Arg.NAME_SHIFT_1:
            assert mine.argval in other.argrepr


def test_library_reads_as_dis_reads_it() -> None:
    for code in library_codes():
        _compare(code)


@pytest.mark.skipif(RUNNING < (3, 11), reason="own local tables to 3.10")
def test_local_names_are_those_of_the_interpreter() -> None:
    table = table_of(RUNNING)
    for code in library_codes():
        for each in disassemble(code):
            kind = table[each.opname].arg
            if kind in (Arg.LOCAL, Arg.FREE):
                assert code._varname_from_oparg(each.arg) == each.argval
            if kind is Arg.LOCAL_PAIR:
                pair = (each.arg >> 4, each.arg & 15)
                names = tuple(code._varname_from_oparg(index) for index in pair)
                assert names == each.argval


def test_jumps_lead_to_the_start_of_an_instruction() -> None:
    table = table_of(RUNNING)
    prefixed = 0
    for code in library_codes():
        instructions = disassemble(code)
        starts = {each.start for each in instructions}
        for each in instructions:
            prefixed += each.start != each.offset
            if table[each.opname].arg in _JUMPS:
                assert each.argval in starts
    assert prefixed


def test_instructions_tile_the_code() -> None:
    for code in library_codes():
        position = 0
        for each in disassemble(code):
            assert each.start == position
            position = each.end
        assert position == len(code.co_code)


def test_lines_are_those_of_the_line_table() -> None:
    for code in library_codes():
        wanted = dict(dis.findlinestarts(code))
        for each in disassemble(code):
            if each.offset in wanted:
                assert each.line == wanted[each.offset]


def test_nested_code_becomes_nested_units() -> None:
    def outer(a):
        def inner():
            """Text."""
            return a

        return inner

    unit = CodeUnit.from_code(outer.__code__)
    (child,) = unit.children
    assert (child.name, child.freevars, child.docstring) == ("inner", ("a",), "Text.")
    assert unit.docstring is None
    assert unit.parameters == ("a",)
    loads = [each for each in unit.instructions if each.opname == "LOAD_CONST"]
    assert any(each.argval is child for each in loads)
