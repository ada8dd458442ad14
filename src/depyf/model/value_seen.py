"""The event that records which lines created a value in a watched run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Sequence

from depyf.model.events import Event, SourceLine
from depyf.model.facts import facts_of
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.run import Run

SEEN = "seen"  # marks origins that a watched run recorded


@dataclass(frozen=True)
class SeenForm:
    """One form of a guarded value.

    Attributes:
        form: ``[4, 10]`` for a size, ``float16`` for a dtype, ``0.3`` for a number.
        calls: the number of calls of the function with this form.
        lines: the line of the program that created it most often, then its callers.
        is_store: whether that line created or set the value; otherwise it only passed
            the value, or created the object that holds it.
    """

    form: str = ""
    calls: int = 0
    lines: tuple[SourceLine, ...] = ()
    is_store: bool = True


@dataclass(frozen=True)
class ValueSeen(Event, kind="value_seen", of_run=True):
    """The forms of a guarded value in a run without torch.compile.

    Attributes:
        function: the user's name of the function that was recompiled for the value.
        value: the value, as findings write it.
        forms: the forms of the value, in the order of the calls.
    """

    function: str = ""
    value: str = ""
    forms: tuple[SeenForm, ...] = ()

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """The distinct lines that created the forms."""
        return tuple(dict.fromkeys(one.lines[0] for one in self.forms if one.lines))

    @property
    def is_store(self) -> bool:
        """Whether any of these lines created or set the value."""
        return any(one.is_store for one in self.forms if one.lines)


def seen_of(
    run: Run, function: str, value: str, *, is_known: bool = False
) -> ValueSeen | None:
    """Return the recorded forms of a value with their lines; None if there are none.

    Args:
        run: the recorded run.
        function: the function that was recompiled for the value.
        value: the value, as findings write it.
        is_known: whether the source already shows lines that set the value.  Then lines
            that only passed the value are not returned.
    """
    for one in run.facts.all(ValueSeen):
        if one.function == function and one.value == value and one.lines:
            return one if one.is_store or not is_known else None
    return None


def with_seen(run: Run, seen: Sequence[ValueSeen]) -> Run:
    """Return a run with the values that a watched run recorded added to its facts."""
    if not seen:
        return run
    known = (event for events in run.facts.by_kind.values() for event in events)
    return replace(run, facts=facts_of([*known, *seen]))
