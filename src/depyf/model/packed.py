"""Pack long lines of a journal, and share equal parts of a summary.

A line of the journal whose text is long is ``{"kind": ..., "compile_id": ...,
"packed": "..."}``: `packed` is the JSON object of all fields, compressed by zlib, in
base64.  Each line stands for itself, so a torn file loses its last line only, and
journals of several processes can be put together.

In ``summary.json`` what the entries of a function have in common is stored once, in
``shared``; `expanded` gives the summary in which everything stands where it belongs.
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

_LONG = 4_000  # characters of a line
_LEVEL = 3  # what higher levels save is little, and the program waits meanwhile
_KEPT = ("kind", "compile_id")  # what one looks for with grep


def packed_line(data: Mapping[str, Json]) -> str:
    """Return the line of a journal that holds the JSON object of an event.

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
    """Unpacks the lines of one journal, up to the total size that readers accept."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._left = limits.file_bytes

    def unpacked(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the JSON object of an event, which may be packed.

        Raises:
            UnreadableError: what is packed was damaged, or is too large.
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
    """Shared values of one kind, each stored once and referred to by number."""

    def __init__(self) -> None:
        self.values: list[Json] = []
        self._numbers: dict[str, int] = {}

    def add(self, value: Json) -> int:
        """Return the number of a value."""
        text = value if isinstance(value, str) else json.dumps(value)
        if text not in self._numbers:
            self._numbers[text] = len(self.values)
            self.values.append(value)
        return self._numbers[text]


def expanded(summary: Mapping[str, Json]) -> dict[str, Json]:
    """Return a ``summary.json`` without ``shared``: each guard in its own place.

    Args:
        summary: what `json.load` returns; a summary of schema 1 comes back as it is.
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
    """Yield the numbers of ``[first, last]``."""
    for pair in pairs:
        if isinstance(pair, list):
            first, last = pair
            if isinstance(first, int) and isinstance(last, int):
                yield from range(first, last + 1)
