"""What all sources of a capture share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Protocol

from depyf.capture import torch_compat
from depyf.model.events import SourceLine

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.capture.attribution import Attribution
    from depyf.capture.boundary import FailureBoundary
    from depyf.capture.journal import Journal
    from depyf.model.events import Event
    from depyf.model.ids import CompileId
    from depyf.model.run import Graph


class FileWriter(Protocol):
    """Writes files of the dump directory at once; handed in by the workflow."""

    def write(self, name: str, content: str) -> Path:
        """Write one file whole; return its absolute path."""

    def write_bytes(self, name: str, data: bytes) -> Path:
        """Write one binary file whole; return its absolute path."""

    def path_of(self, name: str) -> Path:
        """Return the absolute path that a file of this name has."""

    def remove(self, name: str) -> None:
        """Remove a file written before that turned out to be void."""


class GraphFile(Protocol):
    """The text of a graph file; what runs in it begins at `first_line`."""

    @property
    def text(self) -> str:
        """Return the whole file."""

    @property
    def first_line(self) -> int:
        """Return the line of the file that is line 1 of the running text."""


@dataclass(frozen=True)
class CaptureOptions:
    """What a user may choose about a capture; see `depyf.prepare_debug`."""

    relocate: bool = True
    plain: bool = False
    provenance: bool = False
    log_bytecode: bool = False
    clean_wild_fx_code: bool = True
    run: str = "relocated"


@dataclass(frozen=True)
class CaptureContext:
    """The parts of one capture that its sources need."""

    directory: FileWriter
    options: CaptureOptions
    boundary: FailureBoundary
    attribution: Attribution
    user_lines: UserLines
    journal: Journal
    graph_text: Callable[[Graph], GraphFile]

    def compile_id(self) -> CompileId | None:
        """Return the compilation that torch is working on in this thread."""
        return self.attribution.compile_id(torch_compat.current_trace_id())

    def record(self, event: Event) -> None:
        """Write an event to the journal."""
        self.journal.record(event)


class UserLines:
    """Leads from a line of one of our files back to the user's line.

    A relocated function appears in torch's stacks under our file; readers know theirs.
    """

    _IN_TRACEBACK = re.compile(r'File "(?P<file>[^"\n]+)", line (?P<line>\d+)')
    _IN_MESSAGE = re.compile(r"(?P<file>[^\s\"':]+\.py):(?P<line>\d+)")

    def __init__(self) -> None:
        self._files: dict[str, tuple[str, dict[int, int]]] = {}

    def add(self, path: str, user_file: str, lines: dict[int, int]) -> None:
        """Note the user's lines behind the lines of the file at `path`."""
        self._files[path] = (user_file, lines)

    def place(self, file: str, line: int) -> tuple[str, int]:
        """Return the user's file and line for a place that may be in our file."""
        known = self._files.get(file)
        if known is None:
            return file, line
        user_file, lines = known
        before = [own for own in lines if own <= line]
        return user_file, lines[max(before)] if before else min(
            lines.values(), default=0
        )

    def source_line(
        self, file: str, line: int, function: str = "", text: str = ""
    ) -> SourceLine:
        """Return a place in the user's program."""
        user_file, user_line = self.place(file, line)
        moved = user_file != file
        return SourceLine(user_file, user_line, function, "" if moved else text)

    def in_text(self, text: str) -> str:
        """Return torch's text with every place of ours replaced by the user's."""
        if not any(path in text for path in self._files):
            return text
        text = self._IN_TRACEBACK.sub(
            lambda match: 'File "{}", line {}'.format(*self._moved(match)), text
        )
        return self._IN_MESSAGE.sub(
            lambda match: "{}:{}".format(*self._moved(match)), text
        )

    def _moved(self, match: re.Match[str]) -> tuple[str, int]:
        return self.place(match["file"], int(match["line"]))
