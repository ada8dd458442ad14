"""Read the source files that a log names, only below directories that the user names.

A log from elsewhere may name any file.  Its text would end up in a report, and the
report may go to the person who sent the log.
"""

from __future__ import annotations

import os
import tokenize
from io import BytesIO
from pathlib import Path
from typing import Iterable, Sequence

from depyf.reading.limits import LIMITS, Limits
from depyf.reading.regular_files import read_regular

__all__ = ["Sources"]


class Sources:
    """Reads source files below the given directories only.

    A path is checked twice.  As written, it must be below a directory; otherwise it is
    not looked up, because on Windows a path can name another computer.  After resolving
    its links, it must still be below that directory.

    Args:
        roots: the directories; without any, nothing is read.
        limits: `line_bytes` is the largest size of a source file.

    Attributes:
        outside: the requested files that are below none of the directories.
        unreadable: the requested files below a directory that cannot be read.
    """

    def __init__(self, roots: Iterable[str] = (), limits: Limits = LIMITS) -> None:
        named = [os.path.abspath(root) for root in roots]  # noqa: PTH100
        self._roots = {root: os.path.realpath(root) for root in named}
        self._most = limits.line_bytes
        self._known: dict[str, Sequence[str]] = {}
        self.outside: dict[str, None] = {}
        self.unreadable: dict[str, None] = {}

    @property
    def has_roots(self) -> bool:
        """Whether a directory was named."""
        return bool(self._roots)

    def lines(self, file: str) -> Sequence[str]:
        """Return the lines of a file with line ends; empty if it is not readable."""
        if file not in self._known:
            self._known[file] = self._read(file)
        return self._known[file]

    def line(self, file: str, number: int) -> str:
        """Return line `number` of a file, counted from 1; empty if unknown."""
        lines = self.lines(file)
        return lines[number - 1].rstrip("\r\n") if 1 <= number <= len(lines) else ""

    def _read(self, file: str) -> Sequence[str]:
        if not file or file.startswith("<"):  # such as "<string>": code without a file
            return ()
        try:
            path = self._below_root(file)
            if path is None:
                self.outside[file] = None
                return ()
            data = read_regular(Path(path), self._most, follow=False)
            encoding, _ = tokenize.detect_encoding(BytesIO(data).readline)
            return _lines(data.decode(encoding))
        except (OSError, ValueError, SyntaxError, LookupError):
            # ValueError: the name is invalid, or the text does not fit its encoding.
            self.unreadable[file] = None
            return ()

    def _below_root(self, file: str) -> str | None:
        """Return the resolved path of a file; None if it is below no named directory.

        A relative name is looked up in each directory in turn.
        """
        for written, real in self._roots.items():
            path = os.path.normpath(os.path.join(written, file))  # noqa: PTH118
            if _is_below(path, written) or _is_below(path, real):
                resolved = os.path.realpath(path)
                if _is_below(resolved, real):
                    return resolved
        return None


def _lines(text: str) -> Sequence[str]:
    r"""Return the lines of a text, each ending with ``\n``, as Python reads source."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = [f"{line}\n" for line in plain.split("\n")]
    return lines[:-1] if plain.endswith("\n") else lines


def _is_below(path: str, root: str) -> bool:
    try:
        return os.path.commonpath([path, root]) == root and path != root
    except ValueError:  # on Windows: another drive
        return False
