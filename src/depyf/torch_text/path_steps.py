"""Group the steps of an access path into attributes, items, captured variables, ..."""

from __future__ import annotations

from enum import Enum
from typing import Mapping, NamedTuple, Sequence

from depyf.reading.numbers import is_number


class PartKind(Enum):
    """How a step of a path reads a value from the object before it."""

    FIELD = "an attribute"
    ITEM = "an item"
    CELL = "a captured variable"
    DEFAULT = "a default"
    BOUND = "an argument of a partial"
    OWNER = "the object of a method"


FIELD, ITEM, CELL = PartKind.FIELD, PartKind.ITEM, PartKind.CELL
DEFAULT, BOUND, OWNER = PartKind.DEFAULT, PartKind.BOUND, PartKind.OWNER
_SAME = {".__func__", ".func", ".__code__"}


class Part(NamedTuple):
    """A part of a path: how it reads a value, and the value's name or number."""

    kind: PartKind
    key: object


def parts_of(
    steps: Sequence[str],
    *,
    cell: str = "",
    defaults: Mapping[int, str] | None = None,
    partials: Sequence[str] = (),
) -> list[Part]:
    """Return the parts of a path after its root; a part may take several steps.

    >>> parts_of(["f", ".__closure__", "[0]", ".cell_contents", ".lr"], cell="sched")
    [Part(kind=<PartKind.CELL: 'a captured variable'>, key='sched'), \
Part(kind=<PartKind.FIELD: 'an attribute'>, key='lr')]

    Args:
        steps: the steps of the path; the first is its root.
        cell: the name of the last captured variable on the path, if it is known;
            others are known by the numbers of their cells.
        defaults: the names of the parameters with a default, by their number.
        partials: the paths that lead to a `functools.partial`.
    """
    found: list[Part] = []
    at = 1
    while at < len(steps):
        step, item = steps[at], _key(steps[at + 1]) if at + 1 < len(steps) else None
        taken = 1
        if step == ".__closure__" and item is not None:
            is_last = ".__closure__" not in steps[at + 1 :]
            found.append(Part(CELL, cell if cell and is_last else item))
            taken = 3
        elif step == ".__kwdefaults__" and item is not None:
            found.append(Part(DEFAULT, item))
            taken = 2
        elif step == ".__defaults__" and item is not None:
            name = (defaults or {}).get(item, "") if isinstance(item, int) else ""
            found.append(Part(DEFAULT, name))
            taken = 2
        elif "".join(steps[:at]) in partials and step in {".keywords", ".args"}:
            if item is not None:
                found.append(Part(BOUND, item))
                taken = 2
        elif step == ".__self__":
            found.append(Part(OWNER, ""))
        elif step[0] == "[":
            found.append(Part(ITEM, _key(step)))
        elif step not in _SAME:
            found.append(Part(FIELD, step[1:]))
        at += taken
    return found


def _key(step: str) -> object:
    """Return the number or string in the brackets of a step; None for an attribute."""
    if step[0] != "[":
        return None
    inner = step[1:-1]
    return int(inner) if is_number(inner) else inner.strip("'\"")
