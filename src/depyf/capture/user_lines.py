"""Leads from lines of our files back to the user's: torch's stacks name ours."""

from __future__ import annotations

import linecache
import sys
from types import ModuleType

from depyf.torch_text.source_lines import SourceLine, with_lines_moved

OURS = "__transformed_code_"


def line_of_this_program(file: str, line: int) -> str:
    """Return a line of a file whose code this process has loaded, else nothing."""
    modules = [m for m in list(sys.modules.values()) if type(m) is ModuleType]
    if all(vars(module).get("__file__") != file for module in modules):
        return ""
    return linecache.getline(file, line)


class UserLines:
    """Knows, for each line of each transformed file, the user's file and line.

    A relocated function appears in torch's stacks under our file; readers know theirs.
    """

    def __init__(self) -> None:
        self._files: dict[str, tuple[str, dict[int, int]]] = {}

    def add(self, path: str, user_file: str, lines: dict[int, int]) -> None:
        """Note the user's lines behind the lines of the file at `path`."""
        self._files[path] = (user_file, lines)

    def place(self, file: str, line: int) -> tuple[str, int]:
        """Return the user's file and line for a place that may be in our file.

        A line that stands for none of the user's takes that of the nearest before it.
        """
        known = self._files.get(file)
        if known is None:
            return file, line
        user_file, lines = known
        before = [own for own in lines if own <= line]
        if before:
            return user_file, lines[max(before)]
        return user_file, min(lines.values(), default=0)

    def source_line(
        self, file: str, line: int, function: str = "", text: str = ""
    ) -> SourceLine:
        """Return a place in the user's program; up to 2.6 torch leaves its text out."""
        if file not in self._files:
            text = text or linecache.getline(file, line).strip()
            return SourceLine(file, line, function, text)
        user_file, user_line = self.place(file, line)
        shown = linecache.getline(user_file, user_line).strip()
        return SourceLine(user_file, user_line, function, shown)

    def in_text(self, text: str) -> str:
        """Return torch's text with every place of ours replaced by the user's."""
        if OURS not in text:  # a text may be megabytes, and our files many
            return text
        return with_lines_moved(text, self._moved)

    def _moved(self, file: str, line: int) -> SourceLine | None:
        return self.source_line(file, line) if file in self._files else None
