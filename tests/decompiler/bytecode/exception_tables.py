"""Writes exception tables of CPython 3.11 and later, for code that no compiler made."""

from __future__ import annotations

_MORE = 0x40
_FIRST = 0x80
_DIGIT = 0x3F


def write_exception_table(entries):
    """Return the ``co_exceptiontable`` that holds the entries in the given order."""
    table = bytearray()
    for entry in entries:
        begin = len(table)
        table += _number_bytes(entry.start // 2)
        table += _number_bytes((entry.end - entry.start) // 2)
        table += _number_bytes(entry.target // 2)
        table += _number_bytes(entry.depth << 1 | entry.lasti)
        table[begin] |= _FIRST
    return bytes(table)


def _number_bytes(number):
    if number < 0:
        raise ValueError(f"no table holds {number}")
    digits = bytearray([number & _DIGIT])
    number >>= 6
    while number:
        digits.append(number & _DIGIT | _MORE)
        number >>= 6
    digits.reverse()
    return digits
