"""Compress long lines of a journal, and expand the shared parts of a summary.

A long line of a journal is written as ``{"kind": ..., "compile_id": ..., "packed":
"..."}``.  `packed` is the JSON object of all fields, compressed by zlib, in base64.
Each line is independent of the others.  So a truncated file loses only its last line,
and journals of several processes can be concatenated.

In ``summary.json``, guards that several entries have in common are stored once, in
``shared``.  `expanded` returns a summary with each guard in its own place.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import TYPE_CHECKING, Any, Iterator, Mapping

from depyf.reading.left_out import UnreadableError, Why
from depyf.reading.limits import LIMITS, Limits
from depyf.reading.records import json_object, unzipped

if TYPE_CHECKING:
    from depyf.model.serialize import Json

_LONG = 4_000  # the characters of a line from which it is compressed
_LEVEL = 3  # higher levels save little, and the program has to wait
_KEPT = ("kind", "compile_id")  # kept uncompressed, for a search with grep


def packed_line(data: Mapping[str, Json]) -> str:
    """Return the line of a journal for the JSON object of an event.

    >>> packed_line({"kind": "hits", "hits": 1})
    '{"kind":"hits","hits":1}'
    """
    line = json.dumps(data, separators=(",", ":"))
    if len(line) <= _LONG:
        return line
    text = base64.b64encode(zlib.compress(line.encode("ascii"), _LEVEL))
    short = {key: data[key] for key in _KEPT if key in data}
    short["packed"] = text.decode("ascii")
    return json.dumps(short, separators=(",", ":"))


class Unpacker:
    """Unpacks the lines of one journal, up to a limit of their total unpacked size."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._left = limits.file_bytes

    def unpacked(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the JSON object of an event, unpacked if it is packed.

        Raises:
            UnreadableError: the packed part is damaged or too large.
        """
        text = data.get("packed")
        if not isinstance(text, str):
            return data
        most = min(self._limits.unpacked_bytes, self._left)
        try:
            found = unzipped(base64.b64decode(text), most)
            whole = found.decode("ascii")
        except (binascii.Error, UnicodeError) as error:
            raise UnreadableError(Why.PACKED, str(error)) from error
        self._left -= len(found)
        return json_object(whole, self._limits)


class Table:
    """A list of distinct values, which are referred to by their index."""

    def __init__(self) -> None:
        self.values: list[Json] = []
        self._numbers: dict[str, int] = {}

    def add(self, value: Json) -> int:
        """Return the index of a value; add the value if it is new."""
        text = value if isinstance(value, str) else json.dumps(value)
        if text not in self._numbers:
            self._numbers[text] = len(self.values)
            self.values.append(value)
        return self._numbers[text]


def expanded(summary: Mapping[str, Json]) -> dict[str, Json]:
    """Return a ``summary.json`` without ``shared``: each guard in its own place.

    Args:
        summary: the result of `json.load`; a summary of schema 1 stays as it is.
    """
    result = dict(summary)
    shared = result.pop("shared", None)
    if not isinstance(shared, dict):
        return result
    guards = [
        _with_line(one, _list(shared, "lines")) for one in _list(shared, "guards")
    ]
    result["frames"] = [_frame(frame, guards) for frame in _list(summary, "frames")]
    return result


def _list(data: Mapping[str, Json], name: str) -> list[Json]:
    found = data.get(name)
    return found if isinstance(found, list) else []


def _with_line(guard: Json, lines: list[Json]) -> Json:
    number = guard.get("user_line") if isinstance(guard, dict) else None
    if not isinstance(guard, dict) or not isinstance(number, int):
        return guard
    return {**guard, "user_line": lines[number]}


def _frame(frame: Json, guards: list[Json]) -> Json:
    if not isinstance(frame, dict) or "compilations" not in frame:
        return frame
    whole = [_compilation(one, guards) for one in _list(frame, "compilations")]
    return {**frame, "compilations": whole}


def _compilation(compilation: Json, guards: list[Json]) -> Json:
    if not isinstance(compilation, dict) or "guards" not in compilation:
        return compilation
    own = [guards[number] for number in _numbers(_list(compilation, "guards"))]
    return {**compilation, "guards": own}


def _numbers(pairs: list[Json]) -> Iterator[int]:
    """Yield the numbers in pairs of ``[first, last]``, both included."""
    for pair in pairs:
        if isinstance(pair, list):
            first, last = pair
            if isinstance(first, int) and isinstance(last, int):
                yield from range(first, last + 1)
