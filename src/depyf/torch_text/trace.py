"""Parse torch's trace: lines of a log, and changes after a graph.

A record of a log is a line ``V0331 17:02:11.123456 PID FILE:LINE] {metadata}``, then
the lines of its payload, each behind a tab.
"""

from __future__ import annotations

import json
import re
from typing import Any, Iterable, Iterator, Mapping, NamedTuple

_HEAD = re.compile(
    r"^[VDIWEF](?P<month>\d\d)(?P<day>\d\d) (?P<time>[\d:.]+) (?P<process>\d+) "
    r"[^\]]*\] (?P<metadata>\{.*\})$"
)
_RANK = re.compile(r"_rank_(\d+)_")
_EFFECT = re.compile(
    r"^Mutating object of type (?P<type>.*?)"
    r" \((?:source(?: name)?: (?P<target>.*?)|no source)\)"
    r"(?: \(unable to find user stacks.*)?$"
)
# What torch draws between two objects, and between two stacks of one.
_BETWEEN_OBJECTS = "\n\n" + "=" * 40 + "\n\n"
_BETWEEN_STACKS = re.compile(r"^\s*\*{8}\s*$", re.MULTILINE)
_UNNAMED = "<unknown type>"


def read_records(
    lines: Iterable[str], torn: list[str] | None = None
) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the metadata and the body of each record of a log.

    Args:
        lines: of the log.
        torn: gets the beginnings of the lines that are no records.
    """
    head: Mapping[str, Any] | None = None
    body: list[str] = []
    for line in (each.rstrip("\n") for each in lines):
        if line.startswith("\t"):
            body.append(line[1:])
            continue
        if head is not None:
            yield head, "\n".join(body)
        head, body = _metadata(line), []
        if head is None and line and torn is not None:
            torn.append(line[:80])
    if head is not None:
        yield head, "\n".join(body)


def _metadata(line: str) -> Mapping[str, Any] | None:
    found = _HEAD.match(line)
    if found is None:
        return None
    try:
        metadata = json.loads(found["metadata"])
    except ValueError:
        return None
    return metadata if isinstance(metadata, dict) else None


def rank_in_name(file: str) -> int:
    """Return the rank that a log's file name tells, 0 where it tells none."""
    found = _RANK.search(file)
    return int(found.group(1)) if found else 0


class PrintedEffect(NamedTuple):
    """An object that changes after the graph, with a printed stack for each change."""

    target: str
    type: str
    stacks: list[str]


def printed_effects(text: str) -> Iterator[PrintedEffect]:
    """Yield what torch says it will do after the graph, object by object.

    ``Mutating object of type list (source name: L['a'])``, then one user stack, or
    several, for each place that changes it.
    """
    for part in text.split(_BETWEEN_OBJECTS):
        head, _, stacks = part.strip("\n").partition("\n")
        found = _EFFECT.match(head.strip())
        if found is not None:
            kind = "" if found["type"] == _UNNAMED else found["type"]
            yield PrintedEffect(
                found["target"] or "", kind, _BETWEEN_STACKS.split(stacks)
            )
