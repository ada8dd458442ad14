"""One open block of dumping: its session, its directory, and the report at its end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, AbstractSet, Callable, Iterable

from depyf.model.events import RunStarted
from depyf.model.file_names import INDEX, REPORT, SUMMARY
from depyf.render.compare_ranks import compare_ranks, forget_sequence

if TYPE_CHECKING:
    from depyf.capture.boundary import FailureBoundary
    from depyf.capture.context import CaptureOptions
    from depyf.capture.dump_directory import DumpDirectory
    from depyf.capture.session import CaptureSession
    from depyf.capture.torch_compat import ModuleLoader
    from depyf.model.run import Run


class Dump:
    """An open block: its session, and where the files go.

    Args:
        directory: opened already.
        options: what the user chose.
        boundary: where failures inside depyf end.
        assigned_loader: tells what a program put in place of depyf's kernel loader.
    """

    def __init__(
        self,
        directory: DumpDirectory,
        options: CaptureOptions,
        boundary: FailureBoundary,
        assigned_loader: Callable[[], ModuleLoader | None],
    ) -> None:
        from depyf.capture.session import CaptureSession
        from depyf.render.graph_text import graph_text

        self.directory = directory
        self.boundary = boundary
        self.session: CaptureSession = CaptureSession(
            directory, options, boundary, assigned_loader, graph_text
        )

    def open(self) -> None:
        """Begin to listen."""
        if self.directory.top is not None:
            self.boundary.call(
                "beginning as one of several ranks",
                "the ranks may be compared with those of an earlier run",
                partial(forget_sequence, self.directory.path),
            )
        try:
            self.session.open()
        except BaseException:  # an interrupt: the block is never entered, nor left
            self.session.abandon()
            raise

    def close(self) -> None:
        """Stop listening and write the report."""
        self.session.close()
        self.boundary.call(
            "writing the report", "index and full_code are missing", self._render
        )
        top = self.directory.top
        if top is not None:
            self.boundary.call(
                "comparing the ranks",
                "the index at the top may not tell of this rank",
                partial(compare_ranks, top, self.directory.world),
            )
        if INDEX not in self.directory.names:
            self.boundary.call("writing the index", "it is missing", self._apologise)
        self.boundary.call(
            "finishing the directory", "old files may remain", self.directory.close
        )

    def _render(self) -> None:
        from depyf.render.files import generated_files

        failed = self._failures
        written = set(self.directory.names)
        read_back = partial(self._read_back, written)
        files = list(generated_files(self._run(), read_back))
        # Graphs and kernels are written as they come.
        late = [file for file in files if file[0] not in written or file[0][0] != "_"]
        self._write_each(late)
        if self._failures > failed:  # the index must tell of these as well
            files = list(generated_files(self._run(), read_back))
            again = [file for file in files if _tells(file[0])]
            self._write_each(again)
        for folder in self.directory.unreported():
            self.boundary.call(
                f"writing the report of {folder}",
                "it is missing",
                partial(self._render_child, folder),
            )

    def _read_back(self, written: AbstractSet[str], name: str) -> str | None:
        """Return the text of one of the files `written`, None if it is none."""
        if name not in written:
            return None
        try:
            return (self.directory.path / name).read_bytes().decode()
        except (OSError, UnicodeDecodeError):  # somebody removed or changed it
            return None

    def _render_child(self, folder: str) -> None:
        """Write the report of a forked child: those end without a chance to."""
        from depyf.capture.journal import JOURNAL, read_journal
        from depyf.model.build import fold
        from depyf.render.files import generated_files

        started = [e for e in self.session.events() if isinstance(e, RunStarted)]
        path = self.directory.path / folder
        run = fold([*started[-1:], *read_journal(path / JOURNAL)])
        files = [
            (f"{folder}/{name}", make_text)
            for name, make_text in generated_files(run)
            if not (path / name).exists()
        ]
        self._write_each(files)

    def _run(self) -> Run:
        from depyf.model.build import fold

        return fold(self.session.events())

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
        """Write an index where none could be made."""
        text = (
            "# The report could not be made\n\n"
            f"{self._failures} failure(s) inside depyf; your program was not touched. "
            "See `depyf_failures.txt`.\n"
        )
        self.directory.write(INDEX, text)


def _tells(name: str) -> bool:
    return name in {INDEX, REPORT, SUMMARY}
