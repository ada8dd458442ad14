"""Run a program, try edits on it, and return the effect of each edit."""

from __future__ import annotations

import time
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Callable

from depyf.curing.attempts import Attempt, State
from depyf.curing.compiled_lines import lost_lines
from depyf.curing.outputs import Reference, Tolerance, reference
from depyf.curing.search import Search
from depyf.curing.trial import NOT_COMPILED
from depyf.curing.verdicts import Verdict
from depyf.curing.watching import sightings
from depyf.model.edit_tried import RunFigures
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.trial import Command, Measure
    from depyf.model.value_seen import ValueSeen

_READS_INPUT = "EOFError"
# Watching values needs this many times the duration of a run as remaining time, and
# may take so long.
_PART = 4.0
_LONG = 8.0  # seconds of compiling from which runs without Inductor are tried
_SAVING = 0.6  # of the time of a run, for a quick run that is worth it
_IS_QUICK = (
    "Each edit ran without Inductor first. An edit that helped then ran with Inductor, "
    "and the second run decided."
)
_NO_OUTPUT = (
    "The program also fails without torch.compile, so there is no output to compare. "
    "Only edits that cannot change results were tried."
)


@dataclass(frozen=True)
class Cured:
    """The results of trying edits on a program.

    Attributes:
        before: the figures of the unedited program; None if its run did not end.
        after: the figures of the program with all kept edits.
        files: the program's files with these edits.
        attempts: the edits that were tried, in order.
        remarks: sentences about the runs that a reader must know.
        sightings: the lines that made the values of recompiles, as a run showed.
        states: the program after each kept edit.
    """

    before: Measure | None
    after: Measure | None
    files: ProgramFiles
    attempts: tuple[Attempt, ...] = ()
    remarks: tuple[str, ...] = ()
    sightings: tuple[ValueSeen, ...] = ()
    states: tuple[State, ...] = ()

    @property
    def kept(self) -> tuple[Attempt, ...]:
        """The edits that help, which are kept."""
        return tuple(one for one in self.attempts if one.verdict is Verdict.KEPT)


def cure(
    command: Command,
    files: ProgramFiles,
    budget: float,
    tolerance: Tolerance,
    tell: Callable[[Attempt], None],
) -> Cured:
    """Try edits on copies of a program's files and keep those that help.

    Args:
        command: runs the program.
        files: the program's files.
        budget: the seconds that all runs together may take.
        tolerance: how far printed numbers may differ.
        tell: is called with each attempt when its result is known.
    """
    deadline = time.monotonic() + budget
    first = command.measured(files, "run_0", budget)
    if first.exit_code is None:
        words = f"The program does not end within the budget of {budget:.0f} s."
        return Cured(None, None, files, remarks=(words,))
    wanted, expected, remarks = _expected(command, files, first, deadline)
    is_unknown = expected is None and first.failures > 0 and not _reads(first)
    if is_unknown:
        wanted, expected, remarks = replace(first, exit_code=0), first, (_NO_OUTPUT,)
    if expected is None:
        return Cured(first, first, files, remarks=remarks)
    compared = reference(wanted.output, expected.output, tolerance)
    compared = replace(compared, is_begin=is_unknown)
    remarks += _of_output(compared, tolerance)
    if not compared.is_stable:
        return Cured(first, first, files, remarks=remarks)
    seen = _seen(command, files, first, deadline)
    search = Search(
        command,
        compared,
        wanted.exit_code,
        deadline,
        tell,
        only_sure=is_unknown,
        seen=seen,
        lost=lost_lines,
        quick=command.quick,
    )
    quick = _quick(command, files, first, deadline)
    remarks += (_IS_QUICK,) if quick is not None else ()
    state, more = search.ended(State(files, first, quick))
    attempts, remarks = tuple(search.attempts), remarks + more
    kept = tuple(search.kept)
    return Cured(first, state.measure, state.files, attempts, remarks, seen, kept)


def _quick(
    command: Command, files: ProgramFiles, first: Measure, deadline: float
) -> Measure | None:
    """Measure a run without Inductor; None if it saves little time or differs."""
    left = deadline - time.monotonic()
    if first.run is None or first.compile_seconds < _LONG or left < first.seconds:
        return None
    quick = command.quick(files, "quick", first.seconds)
    command.forget("quick")
    is_same = all(
        getattr(quick, one.name) == getattr(first, one.name)
        for one in fields(RunFigures)
        if one.name not in {"compile_seconds", "recompile_seconds", "seconds"}
    )
    is_saving = quick.seconds < _SAVING * first.seconds
    return quick if is_same and is_saving else None


def _seen(
    command: Command, files: ProgramFiles, first: Measure, deadline: float
) -> tuple[ValueSeen, ...]:
    """Return the lines that make values, if there is time for a watched run."""
    left = deadline - time.monotonic()
    if first.run is None or left < _PART * first.seconds:
        return ()
    return sightings(command, files, first.run, min(left / 2, _PART * first.seconds))


_NO_TIME = (
    "Two runs must show what the program prints. The first took {:.0f} s, and the "
    "budget ended before the second. Nothing was tried."
)


def _expected(
    command: Command, files: ProgramFiles, first: Measure, deadline: float
) -> tuple[Measure, Measure | None, tuple[str, ...]]:
    """Run the program for its expected output; return two runs and remarks.

    If the program ends with an error, its output without compilation is expected.
    """
    left = max(1.0, deadline - time.monotonic())
    if first.exit_code == 0:
        second = command.plain(files, "plain", left)
        if second.exit_code is None:
            return first, None, (_NO_TIME.format(first.seconds),)
        if second.exit_code != 0:
            words = (
                f"The program ended with exit code 0 and then with {second.exit_code}: "
                "edits cannot be compared."
            )
            return first, None, (words,)
        return first, second, ()
    eager = command.plain(files, "eager", left, NOT_COMPILED)
    if eager.exit_code == 0:
        again = command.plain(files, "eager_again", left, NOT_COMPILED)
        words = (
            f"The program ends with exit code {first.exit_code}. Edits are compared "
            "with its run without torch.compile, which ends with 0."
        )
        return eager, again, (words,)
    words = (
        f"The program ends with exit code {first.exit_code}, also without "
        "torch.compile: nothing was tried."
    )
    if _reads(first):
        words = "The program reads standard input: nothing was tried."
    return first, None, (words,)


def _reads(first: Measure) -> bool:
    return _READS_INPUT in first.errors


def _of_output(compared: Reference, tolerance: Tolerance) -> tuple[str, ...]:
    """Return remarks on how outputs are compared."""
    if not compared.is_stable:
        return (
            "The program prints different words in each run: its output cannot be "
            "compared, so nothing was tried.",
        )
    remarks = []
    if compared.left_out:
        remarks.append(
            f"{compared.left_out} printed numbers change from run to run and were not "
            "compared."
        )
    elif not compared.was_exact:
        remarks.append(
            "Printed numbers differ a little between two plain runs; edits may differ "
            "as much."
        )
    if tolerance != Tolerance():
        remarks.append(
            f"Printed numbers may be off by {tolerance.absolute:g} plus "
            f"{tolerance.relative:g} of their size."
        )
    return tuple(remarks)
