"""Code that no source has: control flow nested deeper than Python's text allows."""

from __future__ import annotations

import dis
import sys
from typing import TYPE_CHECKING, NamedTuple, Tuple, Union

if TYPE_CHECKING:
    from types import CodeType

_VERSION = sys.version_info[:2]
_UNIT = 1 if _VERSION >= (3, 10) else 2
_NO_LINE = {True: b"\xff", False: b"\xfe\x80"}


class Label(NamedTuple):
    """A place in the code."""

    name: str


#: A label's place, or an opcode with its argument, which may be where it jumps to.
Line = Union[Label, Tuple[str, Union[int, Label]]]


def _template(a: object, b: object) -> None:
    global g, h  # noqa: PLW0603 - the names of the assembled code
    g = h = a or b


def nested_ifs(depth: int) -> CodeType:
    """``if a: g = b; if a: ...; h = b`` and so on."""
    lines: list[Line] = []
    for level in range(depth):
        lines += [("LOAD_FAST", 0), *_jump_if_false(Label(f"end {level}"))]
        lines += [("LOAD_FAST", 1), ("STORE_GLOBAL", 0)]
    for level in reversed(range(depth)):
        lines += [("LOAD_FAST", 1), ("STORE_GLOBAL", 1), Label(f"end {level}")]
    return _assembled(lines)


def nested_loops(depth: int) -> CodeType:
    """``while a: g = b; while a: ...; h = b`` and so on."""
    lines: list[Line] = []
    for level in range(depth):
        lines += [Label(f"begin {level}"), ("LOAD_FAST", 0)]
        lines += _jump_if_false(Label(f"end {level}"))
        lines += [("LOAD_FAST", 1), ("STORE_GLOBAL", 0)]
    back = "JUMP_BACKWARD" if _VERSION >= (3, 11) else "JUMP_ABSOLUTE"
    for level in reversed(range(depth)):
        lines += [("LOAD_FAST", 1), ("STORE_GLOBAL", 1)]
        lines += [(back, Label(f"begin {level}")), Label(f"end {level}")]
    return _assembled(lines)


def _jump_if_false(target: Label) -> list[Line]:
    if _VERSION >= (3, 13):
        return [("TO_BOOL", 0), ("POP_JUMP_IF_FALSE", target)]
    if _VERSION == (3, 11):
        return [("POP_JUMP_FORWARD_IF_FALSE", target)]
    return [("POP_JUMP_IF_FALSE", target)]


def _assembled(lines: list[Line]) -> CodeType:
    end: list[Line] = [("LOAD_CONST", 0), ("RETURN_VALUE", 0)]
    begin: list[Line] = [("RESUME", 0)] if _VERSION >= (3, 11) else []
    code = _bytes_of([*begin, *lines, *end])
    changes: dict = {"co_code": code, "co_consts": (None,), "co_names": ("g", "h")}
    if _VERSION >= (3, 10):
        table = _NO_LINE[_VERSION >= (3, 11)] * (len(code) // 16 + 1)
        changes["co_linetable"] = table[: _length_of_table(len(code))]
    if _VERSION >= (3, 11):
        changes["co_exceptiontable"] = b""
    return _template.__code__.replace(**changes)


def _length_of_table(size: int) -> int:
    """Of the table of lines: an entry for 8 units, or 254 bytes in two (3.10)."""
    return -(-size // 16) if _VERSION >= (3, 11) else 2 * (size // 254 + 1)


def _bytes_of(lines: list[Line]) -> bytes:
    """The code, with as many prefixes as its jumps turn out to need."""
    widths = [1] * len(lines)
    while True:
        starts, places, position = [], {}, 0
        for line, width in zip(lines, widths):
            starts.append(position)
            if isinstance(line, Label):
                places[line] = position
            else:
                position += 2 * (width + _caches(line[0]))
        arguments = [
            0 if isinstance(line, Label) else _argument(line, places, start, width)
            for line, start, width in zip(lines, starts, widths)
        ]
        needed = [max(1, -(-number.bit_length() // 8)) for number in arguments]
        if all(one <= other for one, other in zip(needed, widths)):
            break
        widths = [max(pair) for pair in zip(needed, widths)]
    code = bytearray()
    for line, argument, width in zip(lines, arguments, widths):
        if isinstance(line, Label):
            continue
        for shift in range(width - 1, 0, -1):
            code += bytes([dis.EXTENDED_ARG, argument >> 8 * shift & 255])
        code += bytes([dis.opmap[line[0]], argument & 255])
        code += bytes(2 * _caches(line[0]))
    return bytes(code)


def _argument(
    line: tuple[str, int | Label], places: dict[Label, int], start: int, width: int
) -> int:
    opname, target = line
    if not isinstance(target, Label):
        return target
    place = places[target]
    if dis.opmap[opname] in dis.hasjabs:
        return place * _UNIT // 2
    end = start + 2 * (width + _caches(opname))
    return abs(place - end) * _UNIT // 2


def _caches(opname: str) -> int:
    if _VERSION >= (3, 13):
        return sum(dis._cache_format.get(opname, {}).values())  # noqa: SLF001
    if _VERSION >= (3, 11):
        return dis._inline_cache_entries[dis.opmap[opname]]  # noqa: SLF001
    return 0
