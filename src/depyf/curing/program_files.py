"""Hold the sources of the program's own files with edits, and make the patch."""

from __future__ import annotations

import difflib
import os
import tokenize
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Collection, Iterable, Iterator, Mapping, Sequence

from depyf.model.findings.program_text import tree_of
from depyf.model.source_places import is_installed
from depyf.records import dataclass

if TYPE_CHECKING:
    import ast


class EditError(Exception):
    """An edit is outside of the program, conflicts, or gives invalid Python."""


@dataclass(frozen=True)
class Edit:
    """New lines that replace lines of a file.

    Attributes:
        file: absolute path.
        first: number of the first line that is replaced, from 1.
        last: number of the last line that is replaced; ``first - 1`` inserts the new
            lines before `first`.
        lines: the new lines, without line ends.
    """

    file: str
    first: int
    last: int
    lines: tuple[str, ...]


def are_apart(edits: Collection[Edit]) -> bool:
    """Return whether all edits begin at different lines."""
    return len({(one.file, one.first) for one in edits}) == len(edits)


@dataclass(frozen=True)
class ProgramFiles:
    """The files of a program with edits; the files on disk never change.

    Attributes:
        root: folder of the script; paths of the patch are relative to it.
        main: absolute path of the script.
        texts: text of each edited file, by absolute path.
    """

    root: str
    main: str
    texts: Mapping[str, str]

    def is_own(self, file: str) -> bool:
        """Return whether a file belongs to the program and may be edited."""
        inside = os.path.realpath(file).startswith(os.path.realpath(self.root) + os.sep)
        return inside and not is_installed(file) and Path(file).is_file()

    def text(self, file: str) -> str:
        """Return the text of a file with the edits made so far."""
        known = self.texts.get(file)
        return known if known is not None else original_text(file)

    def lines(self, file: str) -> Sequence[str]:
        """Return the lines of a file, without line ends."""
        return _lines(self.text(file))

    def joined(self, files: Iterable[str]) -> dict[str, str]:
        """Return the text of each file by its path, with plain line ends."""
        return {file: "\n".join(self.lines(file)) for file in files}

    def tree(self, file: str) -> ast.Module:
        """Return the syntax tree of a file; empty if it is not Python."""
        return tree_of(self.text(file))

    def edited(self, edits: Iterable[Edit]) -> ProgramFiles:
        """Return the files with more edits.

        Raises:
            EditError: a file is not the program's, edits conflict, or a file no longer
                parses.
        """
        texts = dict(self.texts)
        by_file: dict[str, list[Edit]] = {}
        for edit in edits:
            by_file.setdefault(edit.file, []).append(edit)
        for file, own in by_file.items():
            if not self.is_own(file):
                raise EditError(f"{file} is not a file of the program")
            text = _with_edits(self.text(file), own)
            try:
                compile(text, file, "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as wrong:
                raise EditError(f"{file}: {wrong}") from wrong
            texts[file] = text
        return ProgramFiles(self.root, self.main, texts)

    def patch(self, since: ProgramFiles | None = None) -> str:
        """Return a unified diff for ``git apply`` and ``patch -p1`` in the root folder.

        Args:
            since: the files to compare with; by default the files on disk.
        """
        return "".join(self.file_patch(file, since) for file in sorted(self.texts))

    def file_patch(self, file: str, since: ProgramFiles | None = None) -> str:
        """Return the part of `patch` that is about one file."""
        before = since.text(file) if since is not None else original_text(file)
        name = Path(os.path.relpath(file, self.root)).as_posix()
        return _diff(before, self.text(file), name)

    def new_lines(self) -> dict[str, tuple[int, ...]]:
        """Return the numbers of the lines that edits made, by file."""
        return {
            file: tuple(_added(original_text(file), text))
            for file, text in sorted(self.texts.items())
        }


def _added(before: str, after: str) -> Iterator[int]:
    """Yield the numbers of the lines of a text that another text lacks."""
    one, two = _lines(before), _lines(after)
    match = difflib.SequenceMatcher(None, one, two, autojunk=False)
    for tag, _, _, first, end in match.get_opcodes():
        if tag != "equal":
            yield from range(first + 1, end + 1)


@lru_cache(maxsize=256)
def original_text(file: str) -> str:
    """Return the text of a file on disk; empty if it cannot be read."""
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 - tokenize wants a stream
            encoding, _ = tokenize.detect_encoding(stream.readline)
        with open(file, encoding=encoding, newline="") as text:  # noqa: PTH123
            return text.read()
    except (OSError, SyntaxError, UnicodeDecodeError):
        return ""


@lru_cache(maxsize=64)
def _lines(text: str) -> Sequence[str]:
    return tuple(text.replace("\r\n", "\n").split("\n"))


def _with_edits(text: str, edits: Sequence[Edit]) -> str:
    """Return a source with edits applied; two edits must not change the same line."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = list(_lines(text))
    before = len(lines) + 2
    for edit in sorted(edits, key=_order):
        if not 1 <= edit.first <= len(lines) + 1 or edit.last >= before:
            raise EditError(f"edits on line {edit.first} conflict")
        lines[edit.first - 1 : edit.last] = edit.lines
        before = edit.first
    return end.join(lines)


def _order(edit: Edit) -> tuple[int, int, bool]:
    """Return a sort key: from the bottom up, and decorators next to their function."""
    decorates = all(one.lstrip().startswith("@") for one in edit.lines)
    return -edit.first, -edit.last, not decorates


def _diff(before: str, after: str, name: str) -> str:
    diff = difflib.unified_diff(
        before.splitlines(keepends=True),
        after.splitlines(keepends=True),
        f"a/{name}",
        f"b/{name}",
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in diff
    )
