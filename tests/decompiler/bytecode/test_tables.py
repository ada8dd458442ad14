"""Exception and line tables: what is written reads back, and code stays the same."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

import pytest

from depyf.decompiler.bytecode.behaviour import RUNNING
from depyf.decompiler.bytecode.disassemble import disassemble, raw_instructions
from depyf.decompiler.bytecode.exception_table import (
    ExceptionEntry,
    parse_exception_table,
)
from depyf.decompiler.bytecode.line_table import merged_ranges
from depyf.decompiler.bytecode.rewriting import relocate
from tests.decompiler.bytecode.corpus import library_codes
from tests.decompiler.bytecode.exception_tables import write_exception_table

if TYPE_CHECKING:
    from types import CodeType


@pytest.mark.every_python
@pytest.mark.skipif(RUNNING < (3, 11), reason="exception tables came with 3.11")
def test_exception_tables_of_the_library_survive_a_round_trip() -> None:
    for code in library_codes():
        entries = parse_exception_table(code.co_exceptiontable)
        assert write_exception_table(entries) == code.co_exceptiontable


def _any_entry(source: random.Random) -> ExceptionEntry:
    def number() -> int:
        return source.getrandbits(source.randrange(1, 21))

    start = number() * 2
    end = start + number() * 2
    return ExceptionEntry(start, end, number() * 2, number(), source.random() < 0.5)


@pytest.mark.parametrize("seed", range(50))
def test_any_exception_table_survives_a_round_trip(seed: int) -> None:
    source = random.Random(seed)
    entries = tuple(_any_entry(source) for _ in range(source.randrange(8)))
    assert parse_exception_table(write_exception_table(entries)) == entries


def test_truncated_exception_table_is_refused() -> None:
    with pytest.raises(ValueError, match="ends inside"):
        parse_exception_table(
            write_exception_table([ExceptionEntry(0, 2, 4, 1, True)])[:-1]
        )


def _same_but_for_lines(old: CodeType, new: CodeType) -> None:
    assert new.co_code == old.co_code
    assert new.co_names == old.co_names
    assert all(a is b for a, b in zip(new.co_consts, old.co_consts))
    assert getattr(new, "co_exceptiontable", b"") == getattr(
        old, "co_exceptiontable", b""
    )


@pytest.mark.every_python
def test_relocated_library_code_has_the_wanted_lines() -> None:
    for code in library_codes():
        # Lines jump far forwards and backwards: every form of a delta occurs.
        def wanted(offset: int) -> int:
            return 1 + (offset * 7919) % 1000 if offset % 6 else 5

        moved = relocate(code, "elsewhere.py", wanted, 3)
        _same_but_for_lines(code, moved)
        assert (moved.co_filename, moved.co_firstlineno) == ("elsewhere.py", 3)
        for each in disassemble(moved):
            assert each.line == wanted(each.offset)


@pytest.mark.parametrize("seed", range(50))
def test_any_lines_can_be_written(seed: int) -> None:
    source = random.Random(seed)
    lines = [source.choice((None, source.randint(1, 10**5))) for _ in range(6)]

    def f(a):
        return a.b(a.c) + a.d

    code = f.__code__
    raws = raw_instructions(code.co_code)
    table = {raw.offset: lines[i % 6] for i, raw in enumerate(raws)}
    moved = relocate(code, "x.py", lambda offset: table[offset] or 0, 50)
    expected = None if RUNNING >= (3, 10) else 50
    for each in disassemble(moved):
        line = table[each.offset]
        if line is None and RUNNING < (3, 10):
            line = expected
        assert each.line == line
        expected = line


@pytest.mark.every_python
def test_tracing_reports_the_new_file_and_lines() -> None:
    def add(a, b):
        c = a + b
        return c * 2

    code = add.__code__
    first = code.co_firstlineno
    lines = {each.offset: (each.line or first) - first for each in disassemble(code)}
    moved = relocate(code, "new.py", lambda offset: 10 * max(lines[offset], 1), 9)
    seen = []

    def trace(frame, event, _arg):
        if frame.f_code is moved and event == "line":
            seen.append((frame.f_code.co_filename, frame.f_lineno))
        return trace

    old = sys.gettrace()
    add.__code__ = moved
    sys.settrace(trace)
    try:
        assert add(1, 2) == 6
    finally:
        sys.settrace(old)
    assert seen == [("new.py", 10), ("new.py", 20)]


def test_ranges_of_equal_lines_are_merged() -> None:
    assert merged_ranges([1, 1, None, 2]) == [(0, 4, 1), (4, 6, None), (6, 8, 2)]
    assert merged_ranges([]) == []
    assert merged_ranges([None]) == [(0, 2, None)]
