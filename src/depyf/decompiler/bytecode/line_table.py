"""Read line tables, and write them in CPython's three formats."""

from __future__ import annotations

import dis
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Iterable, Iterator, NamedTuple

from depyf.decompiler.bytecode.behaviour import RUNNING, behaviour_of

if TYPE_CHECKING:
    from types import CodeType

# The longest range, in bytes, that one entry of each format covers.
_LNOTAB_MAX = 255
_LINETABLE_MAX = 254
_LOCATION_MAX_UNITS = 8
_NO_LINE_DELTA = -128
_MORE = 0x40
_KIND_NO_COLUMNS = 13
_KIND_NO_LOCATION = 15


class LineRange(NamedTuple):
    """A range of bytes and its line; ``end`` is exclusive, None means no line."""

    start: int
    end: int
    line: int | None


def line_ranges(code: CodeType) -> tuple[LineRange, ...]:
    """Return the ranges of a code object's line table, in order, without gaps."""
    if behaviour_of(RUNNING).line_table != "lnotab":
        triples = code.co_lines()  # type: ignore[attr-defined, unused-ignore]
        length = len(code.co_code)  # the table may be far longer than the code
        inside = takewhile(lambda triple: triple[0] < length, triples)
        return tuple(LineRange(*triple) for triple in inside)
    starts = list(dis.findlinestarts(code))
    ends = [offset for offset, _ in starts[1:]] + [len(code.co_code)]
    ranges = [LineRange(start, end, line) for (start, line), end in zip(starts, ends)]
    if not ranges or ranges[0].start:
        first = ranges[0].start if ranges else len(code.co_code)
        ranges.insert(0, LineRange(0, first, code.co_firstlineno))
    return tuple(ranges)


def lines_by_unit(code: CodeType) -> list[int | None]:
    """Return the line of each two-byte unit of a code object."""
    lines: list[int | None] = [None] * (len(code.co_code) // 2)
    for start, end, line in line_ranges(code):
        lines[start // 2 : end // 2] = [line] * ((end - start) // 2)
    return lines


def _chunks(length: int, limit: int) -> Iterator[int]:
    """Yield numbers of at most ``limit`` that add up to ``length``."""
    while length > limit:
        yield limit
        length -= limit
    yield length


def _signed_steps(delta: int, low: int, high: int) -> list[int]:
    """Return numbers within ``low..high`` that add up to ``delta``; at least one."""
    steps = []
    while delta > high:
        steps.append(high)
        delta -= high
    while delta < low:
        steps.append(low)
        delta -= low
    steps.append(delta)
    return steps


def write_lnotab(ranges: Iterable[LineRange], first_line: int) -> bytes:
    """Return a ``co_lnotab`` (3.8, 3.9); a range without line takes the line before."""
    table = bytearray()
    line, offset = first_line, 0
    for start, _end, wanted in ranges:
        if wanted is None or wanted == line:
            continue
        *far, near = _chunks(start - offset, _LNOTAB_MAX)
        for step in far:
            table += bytes((step, 0))
        # The first entry has all bytes: readers add later line steps at that offset.
        for number, step in enumerate(_signed_steps(wanted - line, -128, 127)):
            table += bytes((0 if number else near, step & 0xFF))
        line, offset = wanted, start
    return bytes(table)


def write_linetable(ranges: Iterable[LineRange], first_line: int) -> bytes:
    """Return a ``co_linetable`` in the format of 3.10."""
    table = bytearray()
    line = first_line
    for start, end, wanted in ranges:
        lengths = list(_chunks(end - start, _LINETABLE_MAX))
        if wanted is None:
            for length in lengths:
                table += bytes((length, _NO_LINE_DELTA & 0xFF))
            continue
        *far, near = _signed_steps(wanted - line, -127, 127)
        for step in far:
            table += bytes((0, step & 0xFF))
        for number, length in enumerate(lengths):
            table += bytes((length, 0 if number else near & 0xFF))
        line = wanted
    return bytes(table)


def _varint(number: int) -> bytes:
    digits = bytearray()
    while number >= _MORE:
        digits.append(number & 0x3F | _MORE)
        number >>= 6
    digits.append(number)
    return bytes(digits)


def _signed_varint(number: int) -> bytes:
    return _varint(-number << 1 | 1 if number < 0 else number << 1)


def write_locations(ranges: Iterable[LineRange], first_line: int) -> bytes:
    """Return a ``co_linetable`` in the format of 3.11 and later, without columns."""
    table = bytearray()
    line = first_line
    for start, end, wanted in ranges:
        for units in _chunks((end - start) // 2, _LOCATION_MAX_UNITS):
            kind = _KIND_NO_LOCATION if wanted is None else _KIND_NO_COLUMNS
            table.append(0x80 | kind << 3 | units - 1)
            if wanted is not None:
                table += _signed_varint(wanted - line)
                line = wanted
    return bytes(table)


WRITERS = {
    "lnotab": write_lnotab,
    "linetable": write_linetable,
    "locations": write_locations,
}


def table_for(lines: Iterable[int | None], first_line: int) -> dict[str, Any]:
    """Return the line table for the running Python, by the name of its field.

    Args:
        lines: the line of each two-byte unit of the code.
        first_line: the ``co_firstlineno`` of the code.
    """
    kind = behaviour_of(RUNNING).line_table
    field = "co_lnotab" if kind == "lnotab" else "co_linetable"
    return {field: WRITERS[kind](merged_ranges(lines), first_line)}


def merged_ranges(lines: Iterable[int | None]) -> list[LineRange]:
    """Merge units of equal lines into ranges; ``lines`` has one item for each unit."""
    ranges: list[LineRange] = []
    start = position = 0
    current: int | None = None
    for line in lines:
        if position and line != current:
            ranges.append(LineRange(start, position, current))
            start = position
        current = line
        position += 2
    if position:
        ranges.append(LineRange(start, position, current))
    return ranges
