"""Implement `depyf report`: write the report of a dump or of torch's logs."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Tuple,
)

from depyf.capture.dump_directory import DumpDirectory
from depyf.capture.dump_paths import file_inside
from depyf.capture.journal import JOURNAL, read_journal
from depyf.capture.trace_log import NoRecordError, TraceLog
from depyf.cli import first_to_open, print_line, tell
from depyf.cli.cure_files import cure_files
from depyf.errors import NothingReadError, NothingToReportError, ReportNotWrittenError
from depyf.model.bounded import first_compilations
from depyf.model.build import fold
from depyf.model.detail_events import JournalRead
from depyf.model.events import (
    Note,
    OtherProcess,
    RawAttachment,
    RunEnded,
    RunStarted,
)
from depyf.model.own_files import is_own_name, kept_words, make_room
from depyf.model.wording import counted
from depyf.reading.held_folder import HeldFolder
from depyf.reading.left_out import LeftOut
from depyf.reading.limits import LIMITS, Limits
from depyf.reading.memory import bounded_memory
from depyf.reading.sources import Sources
from depyf.render.compare_ranks import compare_ranks
from depyf.render.files import generated_files
from depyf.render.read_words import sentences_of
from depyf.render.run_texts import file_texts
from depyf.render.source_text import renamed

if TYPE_CHECKING:
    from depyf.model.events import Event
    from depyf.model.run import Run

#: The name of a file, and a function that returns its text.
_File = Tuple[str, Callable[[], str]]

_LOGS = "*.log"
_OWN_FOLDER = "depyf_report"
_CHANGED = "the journal or log was changed by hand"


def make_report(
    source: str,
    out: str | None,
    source_roots: Sequence[str] = (),
    limits: Limits = LIMITS,
) -> int:
    """Write the index, the page and the other files; return the exit code.

    Args:
        source: the directory of a dump, the directory of ``TORCH_TRACE``, or a log.
        out: the directory to write to. By default the dump itself, or the folder
            `depyf_report` beside the logs.
        source_roots: directories. Source files that a log names are read only below
            them. A dump holds its sources itself.
        limits: how large a journal or log may be.

    Raises:
        NothingToReportError: ``source`` holds neither a dump nor a log.
        ReportNotWrittenError: a file cannot be read or written.
    """
    place = Path(source)
    try:
        with bounded_memory(limits.memory):
            target = _report(place, Path(out) if out else None, source_roots, limits)
    except MemoryError as error:
        message = (
            f"the report needs more than {limits.memory >> 20:,} MiB of memory; "
            "`--no-limits` lets it have more"
        )
        raise ReportNotWrittenError(message) from error
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        message = f"the report cannot be written: {where}{error.strerror or error}"
        raise ReportNotWrittenError(message) from error
    print_line(f"depyf: {first_to_open(target, target)}")
    return 0


def _report(
    place: Path, out: Path | None, source_roots: Sequence[str], limits: Limits
) -> Path:
    if os.path.lexists(place / JOURNAL):
        target = out or place
        report_dump(place, target, limits)
        return target
    logs = _logs_of(place)
    target = out or (place if place.is_dir() else place.parent) / _OWN_FOLDER
    _report_logs(logs, target, source_roots, limits)
    return target


def report_dump(place: Path, target: Path, limits: Limits = LIMITS) -> None:
    """Write the report of the dump `place` into `target`, which may be the same folder.

    Raises:
        NothingReadError: nothing in the journal can be read.
        NothingToReportError: the journal names files outside the folder.
        OSError: a file cannot be written.
    """
    events = [*read_dump(place, limits), *cure_files(place, target)]
    is_same = os.path.realpath(target) == os.path.realpath(place)
    run = _write_again(events, target) if is_same else _write(events, target)
    compare_ranks(target, run.started.world_size)


def read_dump(place: Path, limits: Limits = LIMITS) -> list[Event]:
    """Return the events of a dump; the last event says how much was read.

    Raises:
        NothingReadError: nothing in the journal can be read.
    """
    path, left_out = place / JOURNAL, LeftOut()
    try:
        found = first_compilations(
            read_journal(path, left_out, limits), left_out, limits
        )
        events = [one for one in found if not isinstance(one, JournalRead)]
    except OSError as error:
        raise NothingReadError(f"{path}: {error.strerror or error}") from error
    told = _reading_of(events, left_out)
    if all(isinstance(one, RawAttachment) for one in events):
        words = " ".join(sentences_of(told)[: 1 if left_out else 0]).replace("`", "")
        other = f"no record of a kind that depyf knows, {counted(len(events), 'other')}"
        words = words or (other if events else "it is empty")
        raise NothingReadError(f"{path} holds nothing that depyf can read: {words}")
    for text in sentences_of(told):
        tell(text.replace("`", ""))
    started = [one for one in events if isinstance(one, RunStarted)]
    if started and started[0].world_size > limits.ranks:
        at, claimed = events.index(started[0]), f"{started[0].world_size:,}"
        events[at] = replace(started[0], world_size=limits.ranks)
        text = f"The journal claims {claimed} ranks; depyf looks at {limits.ranks:,}."
        events.append(Note(None, text=text))
    return [*events, told]


def _reading_of(events: Sequence[Event], left_out: LeftOut) -> JournalRead:
    """Return an event that says how much was read, and whether the run ended."""
    began = sum(isinstance(one, RunStarted) for one in events)
    return JournalRead(
        None,
        read=left_out.read,
        left={why.value: number for why, number in left_out.counts.items()},
        first={why.value: number for why, number in left_out.first.items()},
        stopped=left_out.stopped,
        ended=began <= sum(isinstance(one, RunEnded) for one in events),
    )


def _inside(files: Iterable[_File], target: Path) -> list[_File]:
    """Return the files; raise if a name is not depyf's or lies outside `target`."""
    checked = list(files)
    for name, _ in checked:
        try:
            file_inside(target, name)
        except ValueError as error:
            raise NothingToReportError(f"{_CHANGED}: {error}") from error
        if not is_own_name(name):
            message = f"{_CHANGED}: depyf gives no file the name {name!r}"
            raise NothingToReportError(message)
    return checked


def _logs_of(place: Path) -> list[Path]:
    if place.is_dir():
        logs = sorted(place.glob(_LOGS))
    else:
        logs = [place] if place.exists() else []
    if not logs:
        message = (
            f"{place} holds neither a {JOURNAL} of depyf nor a log of torch: name the "
            "directory of a dump, or the one that TORCH_TRACE was set to"
        )
        raise NothingToReportError(message)
    return logs


def _report_logs(
    logs: list[Path], target: Path, source_roots: Sequence[str], limits: Limits
) -> None:
    """Write one report for each process; rank 0, or the first, is in the top folder."""
    read: list[list[Event]] = []
    unread: list[str] = []
    for path in logs:
        log = TraceLog(Sources(source_roots, limits), limits)
        try:
            log.read(path)
        except OSError as error:
            unread.append(f"{path} cannot be read: {error.strerror}")
        except NoRecordError as error:
            unread.append(f"{path} is not a TORCH_TRACE log: {error}")
        else:
            read.append(log.events)
    if not read:
        raise NothingReadError("; ".join(unread))
    for text in unread:
        tell(text)
    read.sort(key=_rank_of)
    folders = _folders(read)
    notes = [
        Note(None, text=f"{text}. Its process is not reported.") for text in unread
    ]
    for events, folder in zip(read, folders):
        others = [] if folder else [OtherProcess(None, folder=f) for f in folders[1:]]
        told = [] if folder else notes
        _write([*_among(events, len(read)), *others, *told], target / folder)
    compare_ranks(target, len(read))


def _among(events: list[Event], world: int) -> list[Event]:
    """Return one process's events; the first event gets the number of processes."""
    first, *rest = events
    return [replace(first, world_size=world), *rest] if world > 1 else events  # type: ignore[call-arg]


def _rank_of(events: list[Event]) -> int:
    return int(getattr(events[0], "rank", 0))


def _folders(read: list[list[Event]]) -> list[str]:
    """Return each process's folder name: `rank_N`, or `log_N` if ranks are equal."""
    folders = [""]
    for position, events in enumerate(read[1:], start=1):
        rank = _rank_of(events)
        name = f"rank_{rank}"
        is_other = not rank or name in folders or rank == _rank_of(read[0])
        folders.append(f"log_{position}" if is_other else name)
    return folders


def _write(events: Sequence[Event], target: Path) -> Run:
    """Write all files of a report into a folder; return the run that they show."""
    run = fold(events)
    files = _inside([*_transformed_files(run), *generated_files(run)], target)
    directory = DumpDirectory(target)
    directory.open()
    try:
        directory.make_room(name for name, _ in files)
        kept = _notes(directory.take_kept())
        told = dict(generated_files(fold([*events, *kept]))) if kept else {}
        for name, make_text in files:
            directory.write(name, told.get(name, make_text)())
    finally:
        directory.close()
    return run


def _notes(kept: Mapping[str, str]) -> list[Note]:
    """Print, and return as notes, which of the user's files were renamed."""
    texts = [kept_words(name, aside) for name, aside in kept.items()]
    for text in texts:
        tell(text)
    return [Note(None, text=text) for text in texts]


def _transformed_files(run: Run) -> Iterator[_File]:
    """Yield a file with the code of each entry, to read only: no program runs it."""
    for compilation in run.compilations:
        entry = compilation.entry
        if entry is not None and entry.file:
            name = entry.stem
            head = f"# The code of a cache entry; quality: {entry.quality}.\n\n"
            yield entry.file, partial(_with_head, head, entry.source, name)


def _with_head(head: str, source: str, name: str) -> str:
    return head + renamed(source, name)


def _write_again(events: Sequence[Event], target: Path) -> Run:
    """Write a report's files again, but keep existing files that a program may run."""
    run = fold(events)
    _inside(_transformed_files(run), target)  # the report links to these files
    of_programs = {name for name, _ in file_texts(run)}
    folder = HeldFolder(target)
    files = {
        name: make_text
        for name, make_text in _inside(generated_files(run), target)
        if name not in of_programs or not folder.is_file(name)
    }
    asides = {name: make_room(folder, name) for name in files}
    kept = _notes({name: aside for name, aside in asides.items() if aside})
    told = dict(generated_files(fold([*events, *kept]))) if kept else {}
    for name, make_text in files.items():
        text = told.get(name, make_text)()
        folder.replace(name, text.encode("utf-8", "backslashreplace"))
    return run
