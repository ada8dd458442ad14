"""Parse the exception table of CPython 3.11 and later.

An entry is four numbers: start, length, target (in units of two bytes) and
``depth << 1 | lasti``. Each number is in base 64, the most significant digit first. Bit
6 of a byte says that more digits follow, bit 7 marks the first byte of an entry.
"""

from __future__ import annotations

from typing import Iterator, NamedTuple

_MORE = 0x40
_DIGIT = 0x3F


class ExceptionEntry(NamedTuple):
    """One protected range of bytes and its handler; ``end`` is exclusive."""

    start: int
    end: int
    target: int
    depth: int
    lasti: bool


def _read_number(source: Iterator[int]) -> int:
    byte = next(source)
    number = byte & _DIGIT
    while byte & _MORE:
        byte = next(source)
        number = number << 6 | byte & _DIGIT
    return number


def parse_exception_table(table: bytes) -> tuple[ExceptionEntry, ...]:
    """Return the entries of a ``co_exceptiontable``, in the table's order.

    Raises:
        ValueError: the table ends in the middle of an entry.
    """
    source = iter(table)
    entries: list[ExceptionEntry] = []
    while True:
        try:
            start = _read_number(source) * 2
        except StopIteration:
            return tuple(entries)
        try:
            length = _read_number(source) * 2
            target = _read_number(source) * 2
            depth_and_lasti = _read_number(source)
        except StopIteration:
            raise ValueError("exception table ends inside an entry") from None
        entries.append(
            ExceptionEntry(
                start,
                start + length,
                target,
                depth_and_lasti >> 1,
                bool(depth_and_lasti & 1),
            )
        )
