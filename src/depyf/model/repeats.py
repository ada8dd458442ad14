"""Drop the repeated events of a block that a concatenated journal contains twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Iterable

from depyf.model.events import RunStarted

if TYPE_CHECKING:
    from depyf.model.events import Event

__all__ = ["without_repeats"]


def without_repeats(events: Iterable[Event]) -> list[Event]:
    """Return the events without those of repeated blocks.

    A block begins with a `RunStarted`, which has the time and the process.  An equal
    `RunStarted` begins the same block again.  Equal events within a block are kept,
    because several calls may report the same.
    """
    blocks = _blocks(events)
    starts = [repr(block[0]) for block in blocks if _begins(block)]
    if len(set(starts)) == len(starts):
        return [event for block in blocks for event in block]
    known: dict[str, Counter[str]] = {}
    kept: list[Event] = []
    for block in blocks:
        if not _begins(block):
            kept += block
            continue
        seen = known.setdefault(repr(block[0]), Counter())
        own: Counter[str] = Counter()
        for event in block:
            text = repr(event)
            own[text] += 1
            if own[text] > seen[text]:
                kept.append(event)
        seen |= own
    return kept


def _blocks(events: Iterable[Event]) -> list[list[Event]]:
    """Split events into blocks; the events before the first `RunStarted` are one."""
    blocks: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, RunStarted):
            blocks.append([])
        blocks[-1].append(event)
    return [block for block in blocks if block]


def _begins(block: list[Event]) -> bool:
    first = block[0]
    return isinstance(first, RunStarted) and first.started_at > 0
