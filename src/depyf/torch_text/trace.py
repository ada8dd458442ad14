"""Parse torch's trace: a log's records, and printed side effects after a graph.

A record begins with a line ``V0331 17:02:11.123456 PID FILE:LINE] {metadata}``.  The
lines of its body follow, each after a tab.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, NamedTuple

from depyf.reading.left_out import UnreadableError, Why
from depyf.reading.limits import LIMITS
from depyf.reading.records import json_object
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.reading.left_out import LeftOut
    from depyf.reading.limits import Limits

_HEAD = regex(
    r"^[VDIWEF](?P<month>\d\d)(?P<day>\d\d) (?P<time>[\d:.]+) (?P<process>\d+) "
    r"[^\]]*\] (?P<metadata>\{.*\})$"
)
# Python refuses to read numbers of that many digits. JSON may escape the digits.
_LONG_NUMBER = 4000
_NUMBER = regex(r"(?:\d|\\u[0-9a-fA-F]{4})+")
# In samples taken every 500 characters, such a number gives seven or more in a row.
_STRIDE = 500
_SAMPLES = regex(r"[\da-fA-Fu\\]{7}")
_RANK = regex(r"_rank_(\d{1,9})_")
_EFFECT = regex(
    r"^Mutating object of type (?P<type>.*?)"
    r" \((?:source(?: name)?: (?P<target>.*?)|no source)\)"
    r"(?: \(unable to find user stacks.*)?$"
)
# The lines that torch prints between two objects, and between two stacks of an object.
_BETWEEN_OBJECTS = "\n\n" + "=" * 40 + "\n\n"
_BETWEEN_STACKS = regex(r"^\s*\*{8}\s*$", re.MULTILINE)
_UNNAMED = "<unknown type>"


class LogRecord(NamedTuple):
    """A record of a log: the number of its first line, its metadata, and its body."""

    line: int
    metadata: Mapping[str, Any]
    body: str


def read_records(
    lines: Iterable[tuple[int, str]], left_out: LeftOut, limits: Limits = LIMITS
) -> Iterator[LogRecord]:
    """Yield the records of a log.

    A body ends at a line that belongs to no record, and at a gap in the line numbers.
    The missing line may have been the head of another record.

    Args:
        lines: the numbered lines of the log, without their line ends.
        left_out: gets the lines that belong to no record, the records that are too
            long, and the limit at which reading stopped.
        limits: the limits of a log and of its records.
    """
    head: LogRecord | None = None
    body = _Body(limits)
    last = records = 0
    for number, line in lines:
        if len(line) >= _LONG_NUMBER and _has_long_number(line):
            left_out.add(Why.NUMBER, number)
            continue
        is_next, last = number == last + 1, number
        if line.startswith("\t") and is_next:
            body.add(line[1:])
            continue
        if head is not None:
            yield from _whole(head, body, left_out)
        head, body = None, _Body(limits)
        if line.startswith("\t") or not line:
            continue
        if records >= limits.records:
            left_out.stopped = f"after {records:,} records"
            return
        try:
            head = LogRecord(number, _metadata(line, limits), "")
            records += 1
        except UnreadableError as error:
            left_out.add(error.why, number)
    if head is not None:
        yield from _whole(head, body, left_out)


def _has_long_number(line: str) -> bool:
    """Return whether a line has a number that is too long for Python.

    Lines may be long, so a few samples first decide whether to search the line.
    """
    return _SAMPLES.search(line[::_STRIDE]) is not None and any(
        len(one) - 5 * one.count("\\u") >= _LONG_NUMBER
        for one in map(re.Match.group, _NUMBER.finditer(line))
    )


class _Body:
    """The lines of a record's body; empty if the body exceeds the limits."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._size = 0
        self.lines: list[str] = []
        self.is_too_long = False

    def add(self, line: str) -> None:
        self._size += len(line)
        is_long = len(self.lines) >= self._limits.text_lines
        if is_long or self._size > self._limits.unpacked_bytes:
            self.lines, self.is_too_long = [], True
        if not self.is_too_long:
            self.lines.append(line)


def _whole(head: LogRecord, body: _Body, left_out: LeftOut) -> Iterator[LogRecord]:
    if body.is_too_long:
        left_out.add(Why.LONG, head.line)
    else:
        yield head._replace(body="\n".join(body.lines))


def _metadata(line: str, limits: Limits) -> Mapping[str, Any]:
    found = _HEAD.match(line)
    if found is None:
        raise UnreadableError(Why.RECORD)
    return json_object(found["metadata"], limits)


def rank_in_name(file: str) -> int:
    """Return the rank in the file name of a log; 0 if the name has none."""
    found = _RANK.search(file)
    return int(found.group(1)) if found else 0


class PrintedEffect(NamedTuple):
    """An object that changes after the graph, with a printed stack for each change."""

    target: str
    type: str
    stacks: list[str]


def printed_effects(text: str) -> Iterator[PrintedEffect]:
    """Yield the objects that change after the graph, from torch's printed list.

    For each object, torch prints ``Mutating object of type list (source name: L['a'])``
    and the user stack of each change.
    """
    for part in text.split(_BETWEEN_OBJECTS):
        head, _, stacks = part.strip("\n").partition("\n")
        found = _EFFECT.match(head.strip())
        if found is not None:
            kind = "" if found["type"] == _UNNAMED else found["type"]
            yield PrintedEffect(
                found["target"] or "", kind, _BETWEEN_STACKS.split(stacks)
            )
