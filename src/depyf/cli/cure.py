"""Implement `depyf cure`: try edits on copies of a program's files."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.cli import print_text, tell
from depyf.cli.cure_files import FIRST_DUMP, last_kept
from depyf.cli.program import module_program, script_program
from depyf.cli.report import report_dump
from depyf.curing.cure import cure
from depyf.curing.outputs import read_tolerance
from depyf.curing.program_files import ProgramFiles
from depyf.curing.records import edited_lines, events, record
from depyf.curing.result_files import (
    changed,
    make_room_for_runs,
    so_far,
    summary,
    table,
    write,
)
from depyf.curing.trial import Command
from depyf.curing.verdicts import Verdict
from depyf.errors import NothingToReportError, ReportNotWrittenError
from depyf.model.edit_tried import CureSummary
from depyf.model.file_names import CURE_PAGE, CURE_PATCH, CURE_RUNS, INDEX

if TYPE_CHECKING:
    from depyf.curing.attempts import Attempt
    from depyf.curing.cure import Cured
    from depyf.model.events import Event


def cure_program(
    arguments: Sequence[str],
    *,
    as_module: bool,
    directory: str,
    budget: float,
    keep: str,
) -> int:
    """Try edits on a program; return the exit code, 0 even if none helps.

    Args:
        arguments: the script or module, then the program's own arguments.
        as_module: whether the first argument names a module.
        directory: the directory for the patch, the figures, the page and the runs'
            dumps.
        budget: the seconds that all runs together may take.
        keep: ``RTOL,ATOL`` for printed numbers; empty if the output must not change.
    """
    tolerance = read_tolerance(keep or "0,0")
    path = list(sys.path)
    try:
        program = (module_program if as_module else script_program)(arguments[0])
    except (SyntaxError, ValueError) as wrong:  # ValueError: null bytes, up to 3.11
        sys.excepthook(type(wrong), wrong.with_traceback(None), None)
        return 1
    sys.path[:] = path
    main = program.code.co_filename
    folder = Path(directory).resolve()
    files = ProgramFiles(str(Path(main).resolve().parent), main, {})
    command = Command(arguments, as_module, folder / CURE_RUNS)
    with _writing():
        renamed = make_room_for_runs(folder)
    for text in renamed:
        tell(text)
    tell("running the program as it stands")
    cured = cure(command, files, budget, tolerance, _told)
    with _writing():
        renamed = write(cured, folder)
    for text in renamed:
        tell(text)
    known = CureSummary(None, lines=tuple(summary(cured)))
    found = (*cured.sightings, *events(cured.attempts), known)
    _report(found, folder / FIRST_DUMP)
    for number, state in enumerate(cured.states[:-1], start=1):
        told = so_far(cured.kept, number, cured.files.root)
        dump = folder / CURE_RUNS / state.name / FIRST_DUMP.name
        _report((*edited_lines(state.files), told), dump)
    last = last_kept(folder / CURE_RUNS)
    if cured.kept and last is not None:
        _report((*edited_lines(cured.files), known), last.parent)
    for line in table(cured):
        print_text(line)
    _end(cured, directory)
    return 0


@contextmanager
def _writing() -> Iterator[None]:
    """Raise depyf's own exception for an `OSError`."""
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        message = f"the results cannot be written: {where}{error.strerror or error}"
        raise ReportNotWrittenError(message) from error


def _report(found: Sequence[Event], dump: Path) -> None:
    """Write the report of a run again, with what the other runs tell about it."""
    try:
        if record(found, dump):
            report_dump(dump, dump)
    except (OSError, NothingToReportError) as error:
        tell(f"{dump / INDEX} does not say what was tried: {error}")


def _told(one: Attempt) -> None:
    """Print on stderr whether an edit helped, and by how much."""
    if one.verdict is Verdict.OUT_OF_BUDGET:
        return
    figures = f" ({changed(one.before, one.after)})" if one.after else ""
    tell(f"{one.verdict.value}: {one.what}{figures}")


def _end(cured: Cured, directory: str) -> None:
    shown = Path(directory)
    tell(f"read {shown / CURE_PAGE}")
    if (shown / FIRST_DUMP / INDEX).is_file():
        tell(f"findings, with what was tried: {shown / FIRST_DUMP / INDEX}")
    if cured.kept:
        root = cured.files.root
        patch = os.path.relpath(Path(directory).resolve() / CURE_PATCH, root)
        tell(f"apply the kept edits in {root}: git apply {patch}")
