"""Cut long strings and long runs at the readers' limits, and note what was cut.

Parsing a graph of two million lines takes minutes and gigabytes.  torch prints no graph
near the limit, but a damaged or hostile journal may contain one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Iterable, Iterator

from depyf.model.events import Note
from depyf.reading.limits import LIMITS

if TYPE_CHECKING:
    from depyf.model.events import Event
    from depyf.reading.left_out import LeftOut
    from depyf.reading.limits import Limits

# The largest average length of a line, for texts of few but long lines.
_CHARACTERS = 400
_ALL = " (`depyf report --no-limits` shows all)"
_NOTE = f"a text is too long to be read in full; left out: {{}}{_ALL}."
_NAMES = ("file", "name", "prefix", "compiled_fn", "co_name")


def bounded(events: Iterable[Event], limits: Limits = LIMITS) -> Iterator[Event]:
    """Yield events; a cut string ends with a note, and a `Note` event follows.

    Args:
        events: any events.
        limits: the number of lines that a text may have; its characters are limited to
            400 times that number.
    """
    for event in events:
        cut: dict[str, Any] = {}
        left_out = []
        # A text cannot have more lines than characters.
        for name, text in _texts(event, limits.text_lines):
            kept, left = _cut(text, limits)
            if left:
                cut[name] = f"{kept}\n# depyf: left out here: {left}{_ALL}"
                left_out.append(left)
        if not cut:
            yield event
            continue
        changed: Event = replace(event, **cut)
        yield changed
        for left in left_out:
            yield Note(event.compile_id, text=_NOTE.format(left), subject=_name(event))


def first_compilations(
    events: Iterable[Event], left_out: LeftOut, limits: Limits = LIMITS
) -> Iterator[Event]:
    """Yield the events up to the first compilation beyond the limit.

    Args:
        events: any events.
        left_out: gets the limit at which reading stopped.
        limits: the number of compilations that are accepted.
    """
    known: set[str] = set()
    for event in events:
        key = getattr(event, "compiled_fn", "")
        if event.compile_id is not None:
            key = event.compile_id.compilation.key
        if key and key not in known:
            if len(known) == limits.compilations:
                left_out.stopped = f"after {len(known):,} compilations"
                return
            known.add(key)
        yield event


def _name(event: Event) -> str:
    names = (getattr(event, name, "") for name in _NAMES)
    return next((name for name in names if isinstance(name, str) and name), "")


def _texts(event: Event, length: int) -> Iterator[tuple[str, str]]:
    for name, value in vars(event).items():
        if isinstance(value, str) and len(value) > length:
            yield name, value


def _cut(text: str, limits: Limits) -> tuple[str, str]:
    """Return the part of a string that is kept, and a description of the rest."""
    kept = text[: limits.text_lines * _CHARACTERS]
    lines = kept.count("\n") + 1
    if lines > limits.text_lines:
        end = -1
        for _ in range(limits.text_lines):
            end = kept.index("\n", end + 1)
        kept = kept[:end]
    rest = text[len(kept) :]
    if not rest:
        return text, ""
    more = rest.count("\n")
    words = f"{more:,} lines" if more else f"{len(rest):,} characters"
    return kept, f"{words} beyond the limit of {limits.text_lines:,} lines"
