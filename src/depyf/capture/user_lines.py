"""Map torch's stacks, which name depyf's files, back to the user's lines."""

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
    """Return a line of a file whose code this process has loaded, or nothing."""
    modules = [m for m in list(sys.modules.values()) if type(m) is ModuleType]
    if all(vars(module).get("__file__") != file for module in modules):
        return ""
    return linecache.getline(file, line)


class UserLines:
    """Maps each line of each transformed file to the user's file and line.

    A relocated function appears in torch's stacks under our file; readers know theirs.

    Args:
        line_of: returns a line of a file; from the files that this process runs.
    """

    def __init__(self, line_of: Callable[[str, int], str] = linecache.getline) -> None:
        self._line_of = line_of
        self._files: dict[str, tuple[str, dict[int, int]]] = {}

    def add(self, path: str, user_file: str, lines: dict[int, int]) -> None:
        """Record the user's lines behind the lines of the file at `path`."""
        self._files[path] = (user_file, lines)

    def place(self, file: str, line: int) -> tuple[str, int]:
        """Return the user's file and line for a location that may be in depyf's file.

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
        """Return a line of the user's program; up to 2.6 torch omits its text."""
        if file not in self._files:
            text = text or self._line_of(file, line).strip()
            return SourceLine(file, line, function, text)
        user_file, user_line = self.place(file, line)
        shown = self._line_of(user_file, user_line).strip()
        return SourceLine(user_file, user_line, function, shown)

    def in_text(self, text: str) -> str:
        """Return torch's text with the user's locations instead of depyf's."""
        if OURS not in text:  # a text may be megabytes, and our files many
            return text
        return with_lines_moved(text, self._moved)

    def _moved(self, file: str, line: int) -> SourceLine | None:
        return self.source_line(file, line) if file in self._files else None


def with_own_places(
    text: str, captured: str, line_of_file: Callable[[str, int], str]
) -> str:
    """Return a graph's text with only those locations that exist in this program.

    Caches keep a lowered graph with the files and lines of the program that filled
    them: another script with the same graph, or this one before it was edited.  The
    graph that Dynamo captured is of this run always.  So what a lowered graph names and
    the captured one does not is looked up there by its text, and no longer named as a
    place if it is not found.

    Args:
        text: a lowered graph as torch prints it.
        captured: the text of the graph that it was lowered from.
        line_of_file: returns a line of a file of this program, empty if there is none:
            what is lowered may come from lines that the captured graph does not name.
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
