"""`depyf report`: write a dump's report again, or one from torch's own logs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Iterable, Iterator, Tuple

from depyf.capture.dump_directory import DumpDirectory, file_inside, replace_file
from depyf.capture.journal import JOURNAL, read_journal
from depyf.capture.trace_log import TraceLog
from depyf.cli import first_to_open
from depyf.errors import NothingToReportError
from depyf.model.build import fold
from depyf.model.events import OtherProcess
from depyf.render.compare_ranks import compare_ranks
from depyf.render.files import generated_files
from depyf.render.run_texts import file_texts
from depyf.render.source_text import renamed

if TYPE_CHECKING:
    from depyf.model.events import Event
    from depyf.model.run import Run

#: A name, and what makes the text.
_File = Tuple[str, Callable[[], str]]

_LOGS = "*.log"
_OWN_FOLDER = "depyf_report"


def make_report(source: str, out: str | None) -> int:
    """Writes index, report and files; returns the exit code.

    Args:
        source: a directory that depyf wrote, one that ``TORCH_TRACE`` names, or a log.
        out: where the files go; by default the dump itself, or a folder in the logs'.

    Raises:
        NothingToReportError: there is nothing of the kind in ``source``.
    """
    place = Path(source)
    if (place / JOURNAL).is_file():
        target = Path(out) if out else place
        report_dump(place, target)
    else:
        logs = _logs_of(place)
        folder = place if place.is_dir() else place.parent
        target = Path(out) if out else folder / _OWN_FOLDER
        _report_logs(logs, target)
    print(f"depyf: {first_to_open(target, target)}")
    return 0


def report_dump(place: Path, target: Path) -> None:
    """Write the report of a dump, into the dump itself or another folder.

    Raises:
        NothingToReportError: the journal names files outside of the folder.
        OSError: a file cannot be written.
    """
    run = fold(read_journal(place / JOURNAL))
    if target.resolve() == place.resolve():
        _write_again(run, target)
    else:
        _write(run, target)
    compare_ranks(target, run.started.world_size)


def _inside(files: Iterable[_File], target: Path) -> list[_File]:
    """Check that all files lie in a directory before any is written."""
    checked = list(files)
    for name, _ in checked:
        try:
            file_inside(target, name)
        except ValueError as error:
            message = f"what is reported was changed by somebody: {error}"
            raise NothingToReportError(message) from error
    return checked


def _logs_of(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    logs = sorted(place.glob(_LOGS)) if place.is_dir() else []
    if not logs:
        message = (
            f"{place} holds neither a {JOURNAL} of depyf nor a log of torch: name the "
            "directory of a dump, or the one that TORCH_TRACE was set to"
        )
        raise NothingToReportError(message)
    return logs


def _report_logs(logs: list[Path], target: Path) -> None:
    """One report a process; rank 0, or the first, stands at the top."""
    read = []
    for path in logs:
        log = TraceLog()
        try:
            log.read(path)
        except (OSError, ValueError) as error:
            raise NothingToReportError(str(error)) from error
        read.append(log.events)
    read.sort(key=_rank_of)
    ranks = [_rank_of(events) for events in read]
    folders = [_folder(position, rank) for position, rank in enumerate(ranks)]
    for events, folder in zip(read, folders):
        others = [] if folder else [OtherProcess(None, folder=f) for f in folders[1:]]
        _write(fold([*_among(events, len(read)), *others]), target / folder)
    compare_ranks(target, len(read))


def _among(events: list[Event], world: int) -> list[Event]:
    """The events of one of several processes, told how many there are."""
    first, *rest = events
    return [replace(first, world_size=world), *rest] if world > 1 else events  # type: ignore[call-arg]


def _rank_of(events: list[Event]) -> int:
    return int(getattr(events[0], "rank", 0))


def _folder(position: int, rank: int) -> str:
    if position == 0:
        return ""
    return f"rank_{rank}" if rank else f"log_{position}"


def _write(run: Run, target: Path) -> None:
    files = _inside([*_transformed_files(run), *generated_files(run)], target)
    directory = DumpDirectory(target)
    directory.open()
    try:
        for name, make_text in files:
            directory.write(name, make_text())
    finally:
        directory.close()


def _transformed_files(run: Run) -> Iterator[_File]:
    """The code of each entry as the events hold it; no program runs from these."""
    for compilation in run.compilations:
        entry = compilation.entry
        if entry is not None and entry.file:
            name = entry.stem
            head = f"# The code of a cache entry; quality: {entry.quality}.\n\n"
            yield entry.file, partial(_with_head, head, entry.source, name)


def _with_head(head: str, source: str, name: str) -> str:
    return head + renamed(source, name)


def _write_again(run: Run, target: Path) -> None:
    """Replaces what is for reading; what a program may run from stays as it is."""
    _inside(_transformed_files(run), target)  # links to them are written
    of_programs = {name for name, _ in file_texts(run)}
    for name, make_text in _inside(generated_files(run), target):
        if name not in of_programs or not (target / name).exists():
            text = make_text().encode("utf-8", "backslashreplace")
            replace_file(file_inside(target, name), text)
