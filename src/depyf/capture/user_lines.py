"""Leads from lines of our files back to the user's: torch's stacks name ours."""

from __future__ import annotations

import linecache
import re
import sys
from types import ModuleType

from depyf.model.events import SourceLine

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

    # One frame of a traceback: the place, its source line, markers under it.
    _FRAME = re.compile(
        r'^(?P<indent>[ ]*)File "(?P<file>[^"\n]+)", line (?P<line>\d+)'
        r"(?P<rest>[^\n]*)(?P<source>\n(?P=indent)[ ]+[^\n]*)?"
        r"(?P<marks>\n[ ]*[~^][~^ ]*(?=\n|$))?",
        re.MULTILINE,
    )
    # A comment in a printed graph, with the text of the line.
    _IN_GRAPH = re.compile(
        r"File: (?P<file>[^\n]+?\.py):(?P<line>\d+)"
        r"(?P<function>(?: in [^\n]*?)?), code: [^\n]*"
    )
    _IN_MESSAGE = re.compile(r"(?P<file>[^\s\"':]+\.py):(?P<line>\d+)")

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
        text = self._FRAME.sub(self._frame, text)
        text = self._IN_GRAPH.sub(self._place_in_graph, text)
        return self._IN_MESSAGE.sub(self._message, text)

    def _frame(self, match: re.Match[str]) -> str:
        if match["file"] not in self._files:
            return match.group()
        moved = self.source_line(match["file"], int(match["line"]))
        place = f'{match["indent"]}File "{moved.file}", line {moved.line}'
        source = f"\n{match['indent']}  {moved.text}" if moved.text else ""
        return place + match["rest"] + source

    def _place_in_graph(self, match: re.Match[str]) -> str:
        if match["file"] not in self._files:
            return match.group()
        moved = self.source_line(match["file"], int(match["line"]))
        place = f"File: {moved.file}:{moved.line}{match['function']}"
        return f"{place}, code: {moved.text}"

    def _message(self, match: re.Match[str]) -> str:
        file, line = self.place(match["file"], int(match["line"]))
        return f"{file}:{line}"
