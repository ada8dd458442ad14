"""Read the lines and JSON objects of untrusted files, within limits.

`lines_of` yields the lines of a file, `objects_of` the JSON objects on its lines.
A `LeftOut` counts the lines that cannot be read; no line raises an error.
"""

from __future__ import annotations

import json
import sys
import zlib
from itertools import accumulate
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, Dict, Iterator, Tuple, cast

from depyf.reading.left_out import LeftOut, UnreadableError, Why
from depyf.reading.limits import LIMITS, Limits
from depyf.reading.regular_files import open_regular

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "check_lists",
    "json_object",
    "json_value",
    "lines_of",
    "objects_of",
    "unzipped",
]

#: The number of a line, counted from 1, and its text.
Line = Tuple[int, str]
JsonObject = Dict[str, Any]

_CHUNK = 1 << 20
_DIGITS = 4300  # the most digits that an integer may have
_MARKS = b"[]{},"
_BEFORE_VALUES = "[{,"
_OTHERS = bytes(byte for byte in range(256) if byte not in _MARKS)
# Characters that may follow a backslash are kept. Without them, the backslash would
# escape the next character that is kept.
_WITHOUT_EFFECT = bytes(byte for byte in _OTHERS if byte not in b'"\\/bfnrtu')
# Python's own limit is 1,000, and some programs raise it a little.
_SAFE_RECURSION = 3_000
_CONTAINERS = (dict, list)
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


def lines_of(path: Path, left_out: LeftOut, limits: Limits = LIMITS) -> Iterator[Line]:
    """Yield the lines of a regular file, without their ends, with their numbers.

    Args:
        path: the file.
        left_out: gets the lines that are too long or not UTF-8, and the limit at which
            reading stopped. The caller adds the number of lines that were read.
        limits: the limits of a file and of its lines.

    Raises:
        OSError: the file cannot be opened or read, or is not a regular file.
    """
    with open_regular(path) as stream:
        for number, data in _bounded(stream, left_out, limits):
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                left_out.add(Why.ENCODING, number)
                continue
            yield number, text


def _bounded(
    stream: BinaryIO, left_out: LeftOut, limits: Limits
) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines within the line limit, up to the file limit."""
    number, total, most = 0, 0, min(limits.line_bytes, _CHUNK << 40)
    while True:
        data = stream.readline(most + 1)
        if not data:
            return
        number += 1
        total += len(data)
        whole = len(data) <= most or data.endswith(b"\n")
        if not whole:
            left_out.add(Why.LONG, number)
            total += _skip_line(stream, limits.file_bytes - total)
        if total > limits.file_bytes:
            left_out.stopped = f"after {limits.file_bytes:,} bytes"
            return
        if whole:
            yield number, data.rstrip(b"\r\n")


def _skip_line(stream: BinaryIO, most: int) -> int:
    """Skip the rest of a line, and return the number of bytes read.

    At most one chunk is read beyond `most` bytes.
    """
    skipped = 0
    while skipped <= most:
        data = stream.readline(_CHUNK)
        skipped += len(data)
        if not data or data.endswith(b"\n"):
            break
    return skipped


def objects_of(
    path: Path,
    left_out: LeftOut,
    limits: Limits = LIMITS,
    read: Callable[[JsonObject], JsonObject] = lambda found: found,
) -> Iterator[tuple[int, JsonObject]]:
    """Yield the JSON objects on the lines of a file, with their line numbers.

    Args:
        path: the file.
        left_out: gets the lines that cannot be read; empty lines do not count. The
            caller adds the records that it cannot use, and the number of lines read.
        limits: the limits of a file, of its lines and of their values.
        read: converts the object of a line into the object of the record, for example
            unpacks it; may raise `UnreadableError`.

    Raises:
        OSError: the file cannot be opened or read, or is not a regular file.
    """
    records = 0
    for number, text in lines_of(path, left_out, limits):
        if not text or text.isspace():
            continue
        if records >= limits.records:
            left_out.stopped = f"after {records:,} records"
            return
        try:
            found = read(json_object(text, limits))
        except UnreadableError as error:
            left_out.add(error.why, number)
            continue
        records += 1
        yield number, found


def json_object(text: str, limits: Limits = LIMITS) -> JsonObject:
    """Return the JSON object in a text.

    Raises:
        UnreadableError: the text is another JSON value, or `json_value` refuses it.
    """
    found = json_value(text, limits)
    if type(found) is not dict:
        raise UnreadableError(Why.OBJECT)
    return cast("JsonObject", found)


def json_value(text: str, limits: Limits = LIMITS) -> object:
    """Return the JSON value in a text.

    Raises:
        UnreadableError: the text is not JSON, is nested too deep, or has too many
            values.  Or a number has too many digits, or is Infinity or NaN.
    """
    # For a long text, checking the decoded value is faster than counting brackets.
    may_be_deep = (
        len(text) > _LONG or text.count("[") + text.count("{") > limits.nesting
    )
    if len(text) > limits.values:
        _look_at_values(text, limits.values)
    if may_be_deep and sys.getrecursionlimit() > _SAFE_RECURSION:
        _look_at_brackets(text, limits.nesting)
    try:
        found: object = _DECODER.decode(text)
    except UnreadableError:
        raise
    except RecursionError as error:
        raise UnreadableError(Why.NESTING) from error
    except json.JSONDecodeError as error:
        raise UnreadableError(Why.JSON, str(error)) from error
    except ValueError as error:  # too many digits
        raise UnreadableError(Why.NUMBER, str(error)) from error
    if may_be_deep and _is_deeper(found, limits.nesting):
        raise UnreadableError(Why.NESTING)
    return found


def check_lists(data: JsonObject, limits: Limits = LIMITS) -> None:
    """Refuse a record if one of its lists has more items than the limit.

    Raises:
        UnreadableError: a list is too long.
    """
    for value in data.values():
        if isinstance(value, list) and len(value) > limits.text_lines:
            raise UnreadableError(Why.ITEMS)


def _is_deeper(value: object, most: int) -> bool:
    """Return whether lists and objects are nested more than `most` levels deep."""
    level = [value]
    for _ in range(most):
        lists = [one for one in level if type(one) is list]
        objects = [one for one in level if type(one) is dict]
        level = [one for each in lists for one in each if type(one) in _CONTAINERS]
        for each in objects:
            level += [one for one in each.values() if type(one) in _CONTAINERS]
        if not level:
            return False
    return True


def _look_at_brackets(text: str, most: int) -> None:
    """Refuse a text that is nested too deep, before decoding it.

    Python's decoder calls itself for each level. If the program has raised Python's
    recursion limit, a deep text overflows the stack and ends the process.
    """
    depth = 0
    for marks in _outside_strings(text):
        steps = map(_STEPS.__getitem__, marks.translate(None, b","))
        levels = [*accumulate(steps, initial=depth)]
        depth = levels[-1]
        if max(levels) > most:
            raise UnreadableError(Why.NESTING)


def _look_at_values(text: str, most: int) -> None:
    """Refuse a text with more than `most` values, before decoding it.

    A comma or an opening bracket stands before each value, so counting those marks
    bounds the number of values.

    Raises:
        UnreadableError: the text has more values.
    """
    if sum(map(text.count, _BEFORE_VALUES)) <= most:
        return
    for marks in _outside_strings(text):
        most -= len(marks) - marks.count(b"]") - marks.count(b"}")
        if most < 0:
            raise UnreadableError(Why.VALUES)


def _outside_strings(text: str) -> Iterator[bytes]:
    """Yield the brackets and commas of a JSON text that are outside of strings."""
    at, within = 0, False
    while at < len(text):
        part = text[at : at + _CHUNK]
        backslashes = len(part) - len(part.rstrip("\\"))
        if backslashes % 2:  # keep the escaped character with its backslash
            part = text[at : at + _CHUNK + 1]
        at += len(part)
        bare = part.encode("utf-8", "replace").translate(None, _WITHOUT_EFFECT)
        # Escaped backslashes first: their second backslash escapes nothing.
        bare = bare.replace(b"\\\\", b"").replace(b'\\"', b"")
        pieces = bare.split(b'"')
        yield b"".join(pieces[within::2]).translate(None, _OTHERS)
        within ^= not len(pieces) % 2


def _no_constant(name: str) -> float:
    raise UnreadableError(Why.NUMBER, name)


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise UnreadableError(Why.NUMBER, f"{len(digits):,} digits")
    return int(digits)


# Newer Pythons refuse long numbers themselves. The time to read a number grows with
# the square of its length.
_BOUNDED_INT = int if hasattr(sys, "get_int_max_str_digits") else _integer
_LONG = 4_000  # characters
_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_BOUNDED_INT)


def unzipped(data: bytes, most: int = LIMITS.unpacked_bytes) -> bytes:
    """Return data unpacked by zlib.

    Args:
        data: the packed bytes.
        most: the largest number of unpacked bytes that is accepted.

    Raises:
        UnreadableError: the data is damaged, ends early, or is too large unpacked.
    """
    reader = zlib.decompressobj()
    try:
        found = reader.decompress(data, min(most, _CHUNK << 40) or 1)
        more = b"" if reader.eof else reader.decompress(reader.unconsumed_tail, 1)
    except zlib.error as error:
        raise UnreadableError(Why.PACKED, str(error)) from error
    if more or len(found) > most:
        raise UnreadableError(Why.UNPACKED, f"more than {most:,}")
    if not reader.eof:
        raise UnreadableError(Why.PACKED, "it ends early")
    return found
