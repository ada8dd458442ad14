"""The event that records which lines made a value in a watched run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Sequence

from depyf.model.events import Event, SourceLine
from depyf.model.facts import facts_of
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.run import Run

SEEN = "seen"  # how an origin is known


@dataclass(frozen=True)
class SeenForm:
    """One form of a value in guards.

    Attributes:
        form: ``[4, 10]`` for a size, ``float16`` for a dtype, ``0.3`` for a number.
        calls: how many calls of the function met it.
        lines: the program's line that made it most often, then those that called there.
        is_store: whether that line made or set the value; otherwise it only passed it,
            or made the object that holds it.
    """

    form: str = ""
    calls: int = 0
    lines: tuple[SourceLine, ...] = ()
    is_store: bool = True


@dataclass(frozen=True)
class ValueSeen(Event, kind="value_seen", of_run=True):
    """The forms of a guarded value in a run without torch.compile.

    Attributes:
        function: that was compiled again for it, by the user's own name.
        value: as findings write it.
        forms: that it had, in the order of the calls.
    """

    function: str = ""
    value: str = ""
    forms: tuple[SeenForm, ...] = ()

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """Return the lines that made it, each once."""
        return tuple(dict.fromkeys(one.lines[0] for one in self.forms if one.lines))

    @property
    def is_store(self) -> bool:
        """Whether some of these lines made or set the value."""
        return any(one.is_store for one in self.forms if one.lines)


def seen_of(
    run: Run, function: str, value: str, *, is_known: bool = False
) -> ValueSeen | None:
    """Return the recorded forms of a value with their lines; None if there are none.

    Args:
        run: the recorded run.
        function: that was compiled again for it.
        value: as findings write it.
        is_known: whether the source shows lines that set it: one that was only seen to
            pass it tells less.
    """
    for one in run.facts.all(ValueSeen):
        if one.function == function and one.value == value and one.lines:
            return one if one.is_store or not is_known else None
    return None


def with_seen(run: Run, seen: Sequence[ValueSeen]) -> Run:
    """Return a run with the values that a watched run recorded."""
    if not seen:
        return run
    known = (event for events in run.facts.by_kind.values() for event in events)
    return replace(run, facts=facts_of([*known, *seen]))
