"""Store the events that a run or a compilation keeps unchanged."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Iterable, Mapping, TypeVar

from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.events import Event

_Kind = TypeVar("_Kind", bound="Event")


@dataclass(frozen=True)
class Keeping:
    """Where the model stores the events of one class, and which of them it drops.

    By default, an event is kept in `Compilation.facts` of its compilation, or in
    `Run.facts` if it names no compilation.

    Args:
        of_run: events are kept in `Run.facts`, even if they name a compilation.
        once: an event that equals an earlier one is dropped.
        per_attempt: events are dropped if torch restarts the compilation.
        folded: `model.build` converts the events to a field; they are not facts.
    """

    of_run: bool = False
    once: bool = False
    per_attempt: bool = False
    folded: bool = False


@dataclass(frozen=True)
class Facts:
    """Events, grouped by class, in the order of arrival."""

    by_kind: Mapping[type[Event], tuple[Event, ...]] = field(default_factory=dict)

    def all(self, kind: type[_Kind]) -> tuple[_Kind, ...]:
        """Return the events of one class; empty if there are none."""
        found = self.by_kind.get(kind, ())
        return tuple(event for event in found if isinstance(event, kind))


def facts_of(events: Iterable[Event]) -> Facts:
    """Return the events that are facts, as the `Keeping` of each class decides."""
    found: dict[type[Event], list[Event]] = {}
    told: set[Event] = set()  # events with `once` are hashable: they have no mappings
    for event in events:
        kept = found.setdefault(type(event), [])
        if event.keeping.folded or (event.keeping.once and event in told):
            continue
        kept.append(event)
        if event.keeping.once:
            told.add(event)
    return Facts({kind: tuple(kept) for kind, kept in found.items() if kept})
