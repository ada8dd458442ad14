"""An append-only file of events, one JSON object a line: a crash loses at most one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Iterator

from depyf.capture.process import ForkSafeLock
from depyf.model import file_names
from depyf.model.events import Failure
from depyf.model.packed import packed_line, unpacked
from depyf.model.serialize import event_from_json, event_to_json

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.capture.dump_directory import DumpDirectory
    from depyf.model.events import Event

JOURNAL = file_names.JOURNAL


class Journal:
    """Writes events down as they come and keeps none of them in memory.

    But for failures, which must be told even where nothing can be written.

    Attributes:
        was_lost: the file disappeared while it was written to.
    """

    def __init__(self, directory: DumpDirectory) -> None:
        self._directory = directory
        self._unwritten: list[Event] = []
        self.was_lost: bool = False
        self._lock = ForkSafeLock()

    def record(self, event: Event) -> None:
        """Append one event.

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
        """Return everything this process has recorded, over all its blocks."""
        path = self._directory.grown(JOURNAL)
        recorded = read_journal(path) if path is not None else ()
        return [*recorded, *self._unwritten]


def read_journal(path: Path) -> Iterator[Event]:
    """Yield the events of a journal file; a torn last line is left out."""
    try:
        stream = path.open(encoding="utf-8")
    except FileNotFoundError:
        return
    with stream:
        for line in stream:
            try:
                data = json.loads(line)
                if isinstance(data, dict):
                    data = unpacked(data)
            except ValueError:
                continue
            if isinstance(data, dict):
                yield event_from_json(data)
