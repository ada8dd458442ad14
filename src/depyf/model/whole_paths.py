"""Restore the file paths that torch cuts off at the start in guards.

torch cuts off the folders that a file shares with torch itself, and one character more.
So ``/home/me/toy.py`` becomes ``ome/me/toy.py`` if torch is in ``/opt``, and
``me/toy.py`` if it is in ``/home``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Iterable, Iterator, Mapping

from depyf.model.detail_events import ProgramFile, SourceText
from depyf.model.events import FrameStarted, TransformedCode

if TYPE_CHECKING:
    from depyf.model.events import Event, Guard, RecompileReason, SourceLine


class WholePaths:
    """Looks up the full paths of files by their ends.

    Args:
        files: the full paths that a run names.
        texts: the recorded sources of some of the files, by path.
    """

    def __init__(
        self, files: Iterable[str] = (), texts: Mapping[str, str] | None = None
    ) -> None:
        self._texts = texts or {}
        self._named: dict[str, list[str]] = {}
        for file in dict.fromkeys(files):
            for last in dict.fromkeys((_last(file), _last(_without_root(file)))):
                self._named.setdefault(last, []).append(file)
        self._found: dict[SourceLine, SourceLine] = {}
        self._guards: dict[int, tuple[Guard, Guard]] = {}

    def line(self, line: SourceLine) -> SourceLine:
        """Return a line with the full path of its file; unchanged if unknown.

        >>> from depyf.model.events import SourceLine
        >>> WholePaths(["/home/me/toy.py"]).line(SourceLine("ome/me/toy.py", 3)).file
        '/home/me/toy.py'
        """
        found = self._found.get(line)
        if found is None:
            found = self._found[line] = self._with_whole_path(line)
        return found

    def guard(self, guard: Guard) -> Guard:
        """Return a guard with the full path in its `user_line`.

        For the same guard object, the result is the same object.
        """
        if guard.user_line is None:
            return guard
        whole = self.line(guard.user_line)
        if whole == guard.user_line:
            return guard
        if id(guard) not in self._guards:
            found = replace(guard, user_line=whole)
            vars(found)["apart"] = guard.apart  # computed already
            self._guards[id(guard)] = guard, found  # keeps `guard` alive for its id
        return self._guards[id(guard)][1]

    def reason(self, reason: RecompileReason) -> RecompileReason:
        """Return a recompile reason with the full path of the line that it names."""
        line = reason.guard.user_line
        return reason if line is None else replace(reason, at=self.line(line))

    def _with_whole_path(self, line: SourceLine) -> SourceLine:
        named = self._named.get(_last(line.file), ())
        likely = [one for one in named if _may_be_cut_to(line.file, one)]
        if len(likely) > 1:
            likely = [one for one in likely if self._holds(one, line)]
        return replace(line, file=likely[0]) if len(likely) == 1 else line

    def _holds(self, file: str, line: SourceLine) -> bool:
        lines = self._texts.get(file, "").split("\n")
        return line.line <= len(lines) and lines[line.line - 1].strip() == line.text


def whole_paths(events: Iterable[Event]) -> WholePaths:
    """Return a lookup of the full paths of the files in a run's events."""
    files: list[str] = []
    texts: dict[str, str] = {}
    for event in events:
        files += _files(event)
        if isinstance(event, ProgramFile):
            texts[event.file] = event.text
    return WholePaths(files, texts)


def _files(event: Event) -> Iterator[str]:
    if isinstance(event, FrameStarted):
        yield event.file
        yield from (line.file for line in event.stack)
    elif isinstance(event, TransformedCode):
        yield event.original_file
    elif isinstance(event, (ProgramFile, SourceText)):
        yield event.file


def _last(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[2]


def _without_root(file: str) -> str:
    """Return a path without its root and the next character."""
    root = len(PurePath(file).anchor)
    return file[root + 1 :] if root else file


def _may_be_cut_to(cut: str, file: str) -> bool:
    beside_torch = file == cut or file.endswith(("/" + cut, "\\" + cut))
    return beside_torch or _without_root(file) == cut
