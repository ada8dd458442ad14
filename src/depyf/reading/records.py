"""Reads lines and JSON objects that a stranger may have written: bounded and counted.

`lines_of` gives the lines of a file as text, `objects_of` those that are JSON objects.
What is not read is counted in a `LeftOut`; no line raises an error.
"""

from __future__ import annotations

import json
import zlib
from itertools import accumulate
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, Dict, Iterator, Tuple, cast

from depyf.reading.left_out import LeftOut, UnreadableError, Why
from depyf.reading.limits import LIMITS, Limits
from depyf.reading.regular_files import open_regular

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["json_object", "json_value", "lines_of", "objects_of", "unzipped"]

#: The number of a line, from 1, and what it holds.
Line = Tuple[int, str]
JsonObject = Dict[str, Any]

_CHUNK = 1 << 20
_DIGITS = 40  # of an integer; numbers of 64 bits have 20
_BRACKETS = b"[]{}"
_OTHERS = bytes(byte for byte in range(256) if byte not in _BRACKETS)
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


def lines_of(path: Path, left_out: LeftOut, limits: Limits = LIMITS) -> Iterator[Line]:
    """Yield the lines of a regular file, without their ends, with their numbers.

    Args:
        path: the file.
        left_out: gets the lines that are too long or not UTF-8, and whether reading
            stopped at a limit. It counts no line as read: who calls knows.
        limits: what is accepted.

    Raises:
        OSError: the file cannot be opened or read, or is no regular file.
    """
    with open_regular(path) as stream:
        for number, data in _bounded(stream, left_out, limits):
            try:
                yield number, data.decode("utf-8")
            except UnicodeDecodeError:
                left_out.add(Why.ENCODING, number)


def _bounded(
    stream: BinaryIO, left_out: LeftOut, limits: Limits
) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are short enough, until the limit of the file is reached."""
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
    """Read to the end of a line, or beyond `most` bytes; return how many were read."""
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
    """Yield the JSON objects that stand one on a line, with the numbers of the lines.

    Args:
        path: the file.
        left_out: gets what is not read; empty lines are nothing. Who calls adds to it
            what it cannot use, and what it read.
        limits: what is accepted.
        read: turns the object of a line into that of the record, such as by unpacking;
            it may raise `UnreadableError`.

    Raises:
        OSError: the file cannot be opened or read, or is no regular file.
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
    """Return the JSON object that a text is.

    Raises:
        UnreadableError: it is none, or no JSON that `json_value` reads.
    """
    found = json_value(text, limits)
    if type(found) is not dict:
        raise UnreadableError(Why.OBJECT)
    return cast("JsonObject", found)


def json_value(text: str, limits: Limits = LIMITS) -> object:
    """Return the value that a text of JSON is.

    Raises:
        UnreadableError: it is no JSON, is nested too deep, or holds a number that JSON
            does not have (Infinity, NaN) or that has too many digits.
    """
    if _nesting(text, limits.nesting) > limits.nesting:
        raise UnreadableError(Why.NESTING)
    try:
        return cast("object", _DECODER.decode(text))
    except UnreadableError:
        raise
    except ValueError as error:
        raise UnreadableError(Why.JSON, str(error)) from error


def _nesting(text: str, most: int) -> int:
    """Return how deep lists and objects stand in each other, 0 for less than `most`.

    Python's reader of JSON calls itself for each level, so this is known before.
    """
    if text.count("[") + text.count("{") <= most:
        return 0
    # Escaped backslashes first: the one in ``\\"`` does not escape the quote.
    bare = text.replace("\\\\", "").replace('\\"', "") if "\\" in text else text
    outside = "".join(bare.split('"')[::2]).encode("ascii", "replace")
    brackets = outside.translate(None, _OTHERS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0)


def _no_constant(name: str) -> float:
    raise UnreadableError(Why.NUMBER, name)


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise UnreadableError(Why.NUMBER, f"{len(digits):,} digits")
    return int(digits)


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_integer)


def unzipped(data: bytes, limits: Limits = LIMITS) -> bytes:
    """Return what zlib packed.

    Raises:
        UnreadableError: it is damaged, ends early, or is too large.
    """
    reader = zlib.decompressobj()
    most = min(limits.unpacked_bytes, _CHUNK << 40)
    try:
        found = reader.decompress(data, most)
        more = b"" if reader.eof else reader.decompress(reader.unconsumed_tail, 1)
    except zlib.error as error:
        raise UnreadableError(Why.PACKED, str(error)) from error
    if more:
        raise UnreadableError(Why.UNPACKED, f"more than {limits.unpacked_bytes:,}")
    if not reader.eof:
        raise UnreadableError(Why.PACKED, "it ends early")
    return found
