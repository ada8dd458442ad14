"""The event that records what `depyf cure` measured of one edit."""

from __future__ import annotations

from typing import Iterator

from depyf.model.events import Event
from depyf.records import dataclass

KEPT, NO_EFFECT, HARMFUL = "kept", "no effect", "harmful"
STEPS = "; then "  # between edits that were tried together, in words


@dataclass(frozen=True)
class Aim:
    """The finding that an edit is meant for.

    Attributes:
        rule: name of the rule.
        function: the function, by the user's own name.
        value: the value that failed a guard; empty for other findings.
        file: of the line that the finding names.
        line: its number, in the program as it stands.
    """

    rule: str = ""
    function: str = ""
    value: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class RunFigures:
    """The figures of one run of the program.

    Attributes:
        exit_code: of the process; None where it was stopped for taking too long.
        compile_seconds: seconds that torch spent compiling.
        graph_breaks: their places, counted as in the summary of a run.
        breaks_met: as often as compilations met them.
        recompiles: compilations because no entry fitted.
        refused: compilations that torch refused at the limit of entries.
        failures: compilations that failed.
        plain_functions: functions without any entry.
    """

    exit_code: int | None = 0
    compile_seconds: float = 0.0
    graph_breaks: int = 0
    breaks_met: int = 0
    recompiles: int = 0
    refused: int = 0
    failures: int = 0
    plain_functions: int = 0


_COUNTS = (
    ("failed compilations", "failures"),
    ("graph breaks", "graph_breaks"),
    ("compilations that met a graph break", "breaks_met"),
    ("recompiles", "recompiles"),
    ("refused compilations", "refused"),
    ("functions as plain Python", "plain_functions"),
)


def changed_counts(
    before: RunFigures, after: RunFigures, *, even_equal: bool = False
) -> Iterator[str]:
    """Yield the counts that differ between two runs: ``graph breaks 5 -> 0``.

    A line that breaks the graph counts once, as in all that depyf writes.  How often
    compilations met such lines is a count of its own; it appears only where the number
    of lines stayed.

    Args:
        before: the figures of one run.
        after: those of another.
        even_equal: whether to yield equal counts that are not 0.
    """
    for name, field in _COUNTS:
        one, two = getattr(before, field), getattr(after, field)
        if field == "breaks_met":
            is_shown = one != two and before.graph_breaks == after.graph_breaks
        else:
            is_shown = one != two or (even_equal and one > 0)
        if is_shown:
            yield f"{name} {one} -> {two}"


# In `why`, before what the output says instead, now that fewer compilations fail.
PRINTED_NOW = "; printed now: "


@dataclass(frozen=True)
class EditTried(Event, kind="edit_tried", of_run=True):
    """An edit that `depyf cure` made to a copy of the program, and its effect.

    Attributes:
        aim: the finding that it is meant for.
        verdict: ``kept``, ``no effect`` or ``harmful``.
        what: the edit in words.
        file: the file that it changes first.
        line: the first changed line, in the program as it stands; 0 if it has none.
        lines: the new lines of source.
        diff: all of the edit as a unified diff, if it was kept.
        why: the reason for the verdict, as a clause.
        earlier: how many edits the program already had.
        before: figures of the program without this edit.
        after: figures with it; None where the program did not end.
    """

    aim: Aim | None = None
    verdict: str = ""
    what: str = ""
    file: str = ""
    line: int = 0
    lines: tuple[str, ...] = ()
    diff: str = ""
    why: str = ""
    earlier: int = 0
    before: RunFigures | None = None
    after: RunFigures | None = None
