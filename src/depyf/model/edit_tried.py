"""The event that records what `depyf cure` measured for one edit."""

from __future__ import annotations

from typing import Iterator

from depyf.model.events import Event
from depyf.records import dataclass

KEPT, NO_EFFECT, HARMFUL, FAILS = "kept", "no effect", "harmful", "fails"
NOT_TRIED = "out of budget"
STEPS = "; then "  # joins the descriptions of edits that were tried together


@dataclass(frozen=True)
class Aim:
    """The finding that an edit is meant for.

    Attributes:
        rule: the name of the finding's rule.
        function: the user's name of the function.
        value: the value that failed a guard; empty for other findings.
        file: the file of the line that the finding names.
        line: the number of that line in the original program.
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
        exit_code: the exit code; None if the process was stopped for taking too long.
        compile_seconds: the seconds that torch spent compiling.
        recompile_seconds: those of them that recompiles took.
        graph_breaks: the number of lines with a graph break, as in a run's summary.
        breaks_met: how often compilations met a graph break.
        recompiles: the number of compilations because no entry fitted.
        refused: the number of compilations that torch refused at the recompile limit.
        failures: the number of failed compilations.
        plain_functions: the number of functions without any entry.
        seconds: the wall time of the process.
        excluded: the number of functions that edits took out of compiled code.
    """

    exit_code: int | None = 0
    compile_seconds: float = 0.0
    graph_breaks: int = 0
    breaks_met: int = 0
    recompiles: int = 0
    refused: int = 0
    failures: int = 0
    plain_functions: int = 0
    seconds: float = 0.0
    excluded: int = 0
    recompile_seconds: float = 0.0


_SMALL = 0.2  # of the changed compile time: so much may be chance
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
    """Yield the counts that differ between two runs, such as ``graph breaks 5 -> 0``.

    A line that breaks the graph counts once, as everywhere in depyf.  How often
    compilations met such lines is yielded only if the number of lines is unchanged.

    Args:
        before: the figures of the first run.
        after: the figures of the second run.
        even_equal: whether to yield also equal counts that are not 0.
    """
    for name, field in _COUNTS:
        one, two = _count(before, field), _count(after, field)
        if field == "breaks_met":
            is_shown = one != two and before.graph_breaks == after.graph_breaks
        else:
            is_shown = one != two or (even_equal and one > 0)
        is_plain = field == "plain_functions"
        if is_shown or (is_plain and before.excluded != after.excluded):
            edits = after.excluded if is_plain else 0
            yield f"{name} {one} -> {two}" + (f" ({edits} by edits)" if edits else "")


def _count(figures: RunFigures, field: str) -> int:
    """Return a count; torch never meets the functions that edits exclude."""
    count: int = getattr(figures, field)
    return count + figures.excluded if field == "plain_functions" else count


def recompiles_alone(before: RunFigures, after: RunFigures) -> str:
    """Return `` (recompiles 5.7 s -> 0.0 s)`` if other compile times changed, too.

    First compilations of the same code take longer in one run than in another.  If
    other counts than that of recompiles differ, the runs compile other code.
    """
    is_old = before.recompiles and not before.recompile_seconds
    counts = changed_counts(before, after)
    if is_old or any(not one.startswith("recompiles ") for one in counts):
        return ""
    all_of_it = before.compile_seconds - after.compile_seconds
    part = before.recompile_seconds - after.recompile_seconds
    is_all = abs(all_of_it - part) <= max(1.0, _SMALL * abs(all_of_it))
    if is_all or not before.recompile_seconds + after.recompile_seconds:
        return ""
    words = f"{before.recompile_seconds:.1f} s -> {after.recompile_seconds:.1f} s"
    return f" (recompiles {words})"


# In `why`, this precedes a new line of output that appears because fewer compilations
# fail.
PRINTED_NOW = "; printed now: "
# In `why`, these words are of the compiled lines that an edit leaves to Python.  They
# come last.
NO_LONGER = "no longer compiled"


@dataclass(frozen=True)
class EditPart:
    """A part of an edit whose parts were tried one after the other.

    Attributes:
        what: the part in words.
        why: the effect of this part and those before it, as a clause.
    """

    what: str = ""
    why: str = ""


@dataclass(frozen=True)
class EditTried(Event, kind="edit_tried", of_run=True):
    """An edit that `depyf cure` made to a copy of the program, and its effect.

    Attributes:
        aim: the finding that the edit is meant for; None if an earlier edit brought
            the problem about.
        verdict: ``kept``, ``no effect``, ``harmful`` or ``fails``; ``out of budget``
            for an edit that was not run, as the time was up, and ``not applicable``
            for one that the program's files do not allow.
        what: the edit in words.
        file: the first file that the edit changes.
        line: the first changed line in the original program; 0 if there is none.
        lines: the new lines of source.
        diff: the whole edit as a unified diff.
        why: the reason for the verdict, as a clause.
        earlier: the number of edits that the copy already had.
        before: the figures of the program without this edit.
        after: the figures with this edit; None if the program did not end.
        parts: its parts, if there are several.
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
    parts: tuple[EditPart, ...] = ()


@dataclass(frozen=True)
class CureFiles(Event, kind="cure_files", of_run=True, once=True):
    """Files of `depyf cure` beside a dump, as paths from the folder of the report.

    Attributes:
        results: the file ``cure.md``.
        after: the page of the run with all kept edits; empty if no edit was kept, and
            of that run itself.
        before: the page of the run before the edits, if this run has edits; else empty.
    """

    results: str = ""
    after: str = ""
    before: str = ""


@dataclass(frozen=True)
class CureSummary(Event, kind="cure_summary", of_run=True, once=True):
    """How many edits `depyf cure` tried and kept, and what changed, in sentences.

    Attributes:
        lines: the sentences.
        next_edit: of a run with some of the kept edits, the next one in words.
    """

    lines: tuple[str, ...] = ()
    next_edit: str = ""


@dataclass(frozen=True)
class PlainFunction:
    """A function that an edit took out of compiled code: it runs as Python.

    Attributes:
        name: its qualified name.
        line: the line of its `def` in the edited file.
    """

    name: str = ""
    line: int = 0


@dataclass(frozen=True)
class EditedLines(Event, kind="edited_lines", of_run=True):
    """Lines of a file that edits of `depyf cure` made, in a run with these edits.

    Attributes:
        file: the file's path.
        lines: the numbers of these lines in the edited file.
        plain: the functions of the file that the edits took out of compiled code.
        diff: all edits of the file as a unified diff; empty in older dumps.
    """

    file: str = ""
    lines: tuple[int, ...] = ()
    plain: tuple[PlainFunction, ...] = ()
    diff: str = ""
