"""The events that a run or a compilation keeps as they are."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Iterable, Mapping, TypeVar

from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.events import Event

_Kind = TypeVar("_Kind", bound="Event")


@dataclass(frozen=True)
class Keeping:
    """How the events of one class are kept.

    By default that is in `Compilation.facts` of their compilation, or in `Run.facts`
    where they name none.

    Args:
        of_run: they are facts of the run, even if they name a compilation.
        once: one that is equal to an earlier one is left out.
        per_attempt: they are void once torch begins the compilation again.
        folded: `model.build` makes a field of what they amount to; they are no facts.
    """

    of_run: bool = False
    once: bool = False
    per_attempt: bool = False
    folded: bool = False


@dataclass(frozen=True)
class Facts:
    """Events by their class, in the order of arrival."""

    by_kind: Mapping[type[Event], tuple[Event, ...]] = field(default_factory=dict)

    def all(self, kind: type[_Kind]) -> tuple[_Kind, ...]:
        """Return the events of one class; there may be none."""
        found = self.by_kind.get(kind, ())
        return tuple(event for event in found if isinstance(event, kind))


def facts_of(events: Iterable[Event]) -> Facts:
    """Return the events to keep, by the keeping rules of their classes."""
    found: dict[type[Event], list[Event]] = {}
    told: set[Event] = set()  # those that are kept once have no mappings
    for event in events:
        kept = found.setdefault(type(event), [])
        if event.keeping.folded or (event.keeping.once and event in told):
            continue
        kept.append(event)
        if event.keeping.once:
            told.add(event)
    return Facts({kind: tuple(kept) for kind, kept in found.items() if kept})
