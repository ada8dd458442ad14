"""The opcode table is complete and agrees with the running CPython."""

from __future__ import annotations

import dis
import opcode

import pytest

from depyf.decompiler.bytecode import opcodes
from depyf.decompiler.bytecode.behaviour import NEWEST, OLDEST, RUNNING
from depyf.decompiler.bytecode.opcodes import _ROWS, Arg, base_name, table_of

pytestmark = pytest.mark.every_python

VERSIONS = [(3, minor) for minor in range(OLDEST[1], NEWEST[1] + 1)]


def test_every_opname_of_this_python_has_a_row() -> None:
    table = table_of(RUNNING)
    missing = [name for name in dis.opmap if base_name(name) not in table]
    assert not missing


def test_every_row_of_this_python_is_an_opname() -> None:
    extra = [name for name in table_of(RUNNING) if name not in dis.opmap]
    assert not extra


@pytest.mark.parametrize("version", VERSIONS)
def test_one_row_per_name_and_version(version: tuple) -> None:
    for name in table_of(version):
        fitting = [row for row in _ROWS[name] if row.since <= version <= row.until]
        assert len(fitting) == 1, name


def test_argument_kinds_agree_with_dis() -> None:
    groups = {
        Arg.CONST: dis.hasconst,
        Arg.NAME: dis.hasname,
        Arg.NAME_SHIFT_1: dis.hasname,
        Arg.NAME_SHIFT_2: dis.hasname,
        Arg.JUMP_FORWARD: dis.hasjrel,
        Arg.JUMP_BACKWARD: dis.hasjrel,
        Arg.JUMP_ABSOLUTE: dis.hasjabs,
        Arg.COMPARE: dis.hascompare,
    }
    for name, row in table_of(RUNNING).items():
        if row.arg in groups:
            assert dis.opmap[name] in groups[row.arg], name


@pytest.mark.skipif(RUNNING < (3, 11), reason="lists came with 3.11")
def test_operator_lists_are_those_of_this_python() -> None:
    theirs = [sign for _, sign in opcode._nb_ops]
    assert list(opcodes.BINARY_OPERATORS[: len(theirs)]) == theirs
    for ours, attribute, prefix in (
        (opcodes.INTRINSICS_1, "_intrinsic_1_descs", "INTRINSIC_"),
        (opcodes.INTRINSICS_2, "_intrinsic_2_descs", "INTRINSIC_"),
        (opcodes.SPECIAL_METHODS, "_special_method_names", ""),
    ):
        names = getattr(opcode, attribute, [])
        short = [name[len(prefix) :].lower() for name in names]
        assert [
            name.split("_", 1)[-1] if i == 0 and prefix else name
            for i, name in enumerate(short)
        ] == list(ours[: len(short)])


@pytest.mark.skipif(RUNNING < (3, 14), reason="common constants came with 3.14")
def test_common_constants_are_those_of_this_python() -> None:
    for ours, theirs in zip(opcodes.COMMON_CONSTANTS, opcode._common_constants):
        if ours.builtin is None:
            assert ours.value == theirs
            assert type(ours.value) is type(theirs)
        else:
            assert theirs.__name__ == ours.builtin
    assert len(opcode._common_constants) <= len(opcodes.COMMON_CONSTANTS)
