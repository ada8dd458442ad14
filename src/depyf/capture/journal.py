"""Write and read the journal: a file of events, with one JSON object on each line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.capture.process import ForkSafeLock
from depyf.model import file_names
from depyf.model.bounded import bounded
from depyf.model.events import Failure
from depyf.model.packed import Unpacker, packed_line
from depyf.model.serialize import event_from_json, event_to_json
from depyf.reading.left_out import LeftOut, UnreadableError
from depyf.reading.limits import LIMITS, Limits
from depyf.reading.records import check_lists, objects_of

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.capture.dump_directory import DumpDirectory
    from depyf.model.events import Event

JOURNAL = file_names.JOURNAL


class Journal:
    """Writes each event at once and keeps no events in memory.

    Failures that cannot be written are kept, because the report must show them.

    Attributes:
        was_lost: whether the file disappeared while depyf wrote to it.
    """

    def __init__(self, directory: DumpDirectory) -> None:
        self._directory = directory
        self._unwritten: list[Event] = []
        self.was_lost: bool = False
        self._lock = ForkSafeLock()

    def record(self, event: Event) -> None:
        """Append one event to the file.

        Raises:
            OSError: the file cannot be written.
        """
        line = packed_line(event_to_json(event))
        with self._lock:
            written = False
            try:
                self._append(line)
                written = True
            finally:
                if not written and isinstance(event, Failure):
                    self._unwritten.append(event)

    def _append(self, line: str) -> None:
        data = f"{line}\n".encode("utf-8", "backslashreplace")
        if self._directory.append(JOURNAL, data):
            self.was_lost = True

    def events(self) -> list[Event]:
        """Return all events that this process has recorded, in all its blocks."""
        path = self._directory.grown(JOURNAL)
        recorded = read_journal(path) if path is not None else ()
        return [*recorded, *self._unwritten]


def read_journal(
    path: Path, left_out: LeftOut | None = None, limits: Limits = LIMITS
) -> Iterator[Event]:
    """Return the events of a journal; no events if the file does not exist.

    Args:
        path: the path of the journal.
        left_out: counts the lines that are not read, such as an incomplete last line.
        limits: how large the journal and its events may be.

    Raises:
        OSError: the file cannot be read, or is no regular file.
    """
    counted = LeftOut() if left_out is None else left_out
    return bounded(_events_of(path, counted, limits), limits)


def _events_of(path: Path, counted: LeftOut, limits: Limits) -> Iterator[Event]:
    objects = objects_of(path, counted, limits, Unpacker(limits).unpacked)
    try:
        for number, data in objects:
            try:
                check_lists(data, limits)
                event = event_from_json(data)
            except UnreadableError as error:
                counted.add(error.why, number)
                continue
            counted.read += 1
            yield event
    except FileNotFoundError:
        return
