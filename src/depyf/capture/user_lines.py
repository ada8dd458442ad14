"""Map lines of depyf's files in torch's stacks to the user's lines."""

from __future__ import annotations

import linecache
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Callable

from depyf.torch_text.graph_lines import OTHER_RUN
from depyf.torch_text.source_lines import (
    SourceLine,
    place_comments,
    with_lines_moved,
    with_place_comments,
)

if TYPE_CHECKING:
    from depyf.torch_text.source_lines import PlaceComment

OURS = "__transformed_code_"


def line_of_this_program(file: str, line: int) -> str:
    """Return a line of a file that this process has imported; otherwise empty."""
    modules = [m for m in list(sys.modules.values()) if type(m) is ModuleType]
    if all(vars(module).get("__file__") != file for module in modules):
        return ""
    return linecache.getline(file, line)


class UserLines:
    """Maps each line of each transformed file to the user's file and line.

    In torch's stacks, a relocated function has the name of depyf's file, but readers
    want their own file.

    Args:
        line_of: returns a line of a file.
    """

    def __init__(self, line_of: Callable[[str, int], str] = linecache.getline) -> None:
        self._line_of = line_of
        self._files: dict[str, tuple[str, dict[int, int]]] = {}

    def add(self, path: str, user_file: str, lines: dict[int, int]) -> None:
        """Record the user's lines for the lines of the file at `path`."""
        self._files[path] = (user_file, lines)

    def place(self, file: str, line: int) -> tuple[str, int]:
        """Return the user's file and line for a location that may be in depyf's file.

        A line without a line of the user gets the one of the nearest line before it.
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
        """Return a line of the user's program; its text is read if torch omits it."""
        if file not in self._files:
            text = text or self._line_of(file, line).strip()
            return SourceLine(file, line, function, text)
        user_file, user_line = self.place(file, line)
        shown = self._line_of(user_file, user_line).strip()
        return SourceLine(user_file, user_line, function, shown)

    def in_text(self, text: str) -> str:
        """Return torch's text with the user's locations instead of depyf's."""
        if OURS not in text:  # quick: a text may have megabytes, and depyf many files
            return text
        return with_lines_moved(text, self._moved)

    def _moved(self, file: str, line: int) -> SourceLine | None:
        return self.source_line(file, line) if file in self._files else None


def with_own_places(
    text: str, captured: str, line_of_file: Callable[[str, int], str]
) -> str:
    """Return a graph's text with only those locations that exist in this program.

    A cache keeps a lowered graph with the files and lines of the program that filled
    it.  This may be another script with the same graph, or this one before an edit.
    The captured graph is always from this run.  So a location that the captured graph
    does not have is replaced by one with the same line of code.  If there is none, the
    location is marked as one of another run.

    Args:
        text: a lowered graph as torch prints it.
        captured: the text of the captured graph that it comes from.
        line_of_file: returns a line of a file of this program; otherwise empty.  A
            lowered graph may come from lines that the captured graph does not name.
    """
    own = [*place_comments(captured)]
    known = {one.place for one in own}
    of_code: dict[str, set[str]] = {}
    for one in own:
        of_code.setdefault(one.place.text, set()).add(one.where)

    def mended(found: PlaceComment) -> str | None:
        place = found.place
        if place in known or not place.text:
            return None
        if line_of_file(place.file, place.line).strip() == place.text.strip():
            return None
        here = of_code.get(place.text, set())
        if len(here) == 1:
            return f"{found.head}File: {next(iter(here))}"
        return f"{found.head}{OTHER_RUN}{found.where}"

    return with_place_comments(text, mended) if known else text
