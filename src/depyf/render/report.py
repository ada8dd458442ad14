"""Write the report of a run into its directory: index, page, summary, code."""

from __future__ import annotations

from functools import partial
from typing import (
    TYPE_CHECKING,
    AbstractSet,
    Any,
    Callable,
    Iterable,
    Mapping,
    Protocol,
)

from depyf.model.events import RunStarted
from depyf.model.file_names import INDEX, REPORT, SUMMARY
from depyf.model.own_files import kept_words
from depyf.reading.limits import LIMITS
from depyf.render.compare_ranks import compare_ranks, forget_sequence

if TYPE_CHECKING:
    from collections import Counter
    from pathlib import Path

    from depyf.model.events import Event
    from depyf.model.run import Run


class Directory(Protocol):
    """The directory to write to; `capture.dump_directory` implements it."""

    @property
    def path(self) -> Path:
        """The path of the directory."""

    @property
    def top(self) -> Path | None:
        """The folder of all ranks, if there are several."""

    @property
    def world(self) -> int:
        """The number of ranks."""

    @property
    def names(self) -> list[str]:
        """The names of the files that were written."""

    def write(self, name: str, text: str) -> object:
        """Write a file."""

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of a file, at most `most`."""

    def make_room(self, names: Iterable[str]) -> None:
        """Rename files that have these names and are not depyf's."""

    def take_kept(self) -> Mapping[str, str]:
        """Return the new names of files renamed since the last call, by old name."""

    def has(self, name: str) -> bool:
        """Return whether the file exists."""

    def unreported(self) -> Iterable[str]:
        """Return the folders of child processes that ended without a report."""


class Boundary(Protocol):
    """Catches failures inside depyf; `capture.boundary` implements it."""

    counts: Counter[str]

    def call(self, doing: str, lost: str, work: Callable[[], Any]) -> Any:  # noqa: ANN401
        """Call `work`; count and report an exception."""


class Report:
    """Writes the report of the events in a `prepare_debug` block.

    Args:
        directory: the directory to write to, already opened.
        boundary: catches failures inside depyf.
        events: returns the events captured so far.
        journal_of: returns the events in the journal of a folder.
        note: records a sentence for the report.
    """

    def __init__(
        self,
        directory: Directory,
        boundary: Boundary,
        events: Callable[[], Iterable[Event]],
        journal_of: Callable[[Path], Iterable[Event]],
        note: Callable[[str], None],
    ) -> None:
        self.directory = directory
        self.boundary = boundary
        self._events = events
        self._journal_of = journal_of
        self._note = note

    def forget_sequence(self) -> None:
        """Remove the ``sequence.json`` that this rank wrote in an earlier run.

        Raises:
            OSError: the file cannot be removed.
        """
        forget_sequence(self.directory.path)

    def write(self) -> None:
        """Write all files, and record the failures."""
        self.boundary.call(
            "writing the report", "index and full_code are missing", self._render
        )
        top = self.directory.top
        if top is not None:
            self.boundary.call(
                "comparing the ranks",
                "the index at the top may not include this rank",
                partial(compare_ranks, top, self.directory.world),
            )
        if INDEX not in self.directory.names:
            self.boundary.call("writing the index", "it is missing", self._apologise)

    def _render(self) -> None:
        from depyf.render.files import generated_files
        from depyf.render.run_texts import has_other_remarks

        failed = self._failures
        written = set(self.directory.names)
        read_back = partial(self._read_back, written)
        files = list(generated_files(self._run(), read_back))
        if self._kept(name for name, _ in files):  # the index must name these files
            files = list(generated_files(self._run(), read_back))
        # Graphs and kernels were written during the capture.
        late = [
            (name, make_text)
            for name, make_text in files
            if name not in written
            or name[0] != "_"
            or has_other_remarks(read_back(name), make_text)
        ]
        self._write_each(late)
        if self._failures > failed:  # the index must name these failures, too
            files = list(generated_files(self._run(), read_back))
            again = [file for file in files if _tells(file[0])]
            self._write_each(again)
        for folder in self.directory.unreported():
            self.boundary.call(
                f"writing the report of {folder}",
                "it is missing",
                partial(self._render_child, folder),
            )

    def _kept(self, names: Iterable[str]) -> bool:
        """Rename the user's files with these names; return whether there were any."""
        self.directory.make_room(names)
        kept = self.directory.take_kept()
        for name, aside in kept.items():
            self._note(kept_words(name, aside))
        return bool(kept)

    def _read_back(self, written: AbstractSet[str], name: str) -> str | None:
        """Return the text of a file if it is in `written`; otherwise None."""
        if name not in written:
            return None
        try:
            return self.directory.read(name, LIMITS.unpacked_bytes).decode()
        except (OSError, UnicodeDecodeError):  # the file was removed or changed
            return None

    def _render_child(self, folder: str) -> None:
        """Write the report of a forked child that ended without one."""
        from depyf.model.build import fold
        from depyf.render.files import generated_files

        started = [e for e in self._events() if isinstance(e, RunStarted)]
        path = self.directory.path / folder
        run = fold([*started[-1:], *self._journal_of(path)])
        files = [
            (f"{folder}/{name}", make_text)
            for name, make_text in generated_files(run)
            if not self.directory.has(f"{folder}/{name}")
        ]
        self._write_each(files)

    def _run(self) -> Run:
        from depyf.model.build import fold

        return fold(self._events())

    @property
    def _failures(self) -> int:
        return sum(self.boundary.counts.values())

    def _write_each(self, files: Iterable[tuple[str, Callable[[], str]]]) -> None:
        for name, make_text in files:
            self.boundary.call(
                f"writing {name}",
                "this file is missing",
                partial(self._write, name, make_text),
            )

    def _write(self, name: str, make_text: Callable[[], str]) -> None:
        self.directory.write(name, make_text())

    def _apologise(self) -> None:
        """Write an index that reports the failures, if the normal one is missing."""
        text = (
            "# The report could not be made\n\n"
            f"{self._failures} failure(s) inside depyf; your program was not touched. "
            "See `depyf_failures.txt`.\n"
        )
        self.directory.write(INDEX, text)


def _tells(name: str) -> bool:
    return name in {INDEX, REPORT, SUMMARY}
