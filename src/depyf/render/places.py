"""Write locations in the user's program, and find the lines that a graph captured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.captured import captured_places
from depyf.model.source_places import (
    by_file,
    file_lines,
    is_of_torch,
    line_ranges,
    one_line,
    short_file,
)
from depyf.model.stages import CAPTURED
from depyf.model.wording import counted
from depyf.render.fitting import fitted
from depyf.torch_text.source_lines import place_comments

if TYPE_CHECKING:
    from depyf.model.captured import CapturedPlace
    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Frame, Graph

_FILES = 3  # files that a line of the index names


def place(file: str, line: int) -> str:
    """Return a location such as ``toy.py:7``."""
    return f"{short_file(file)}:{line}" if line else short_file(file)


def user_place(line: SourceLine | None) -> str:
    """Return a line with its code: ``toy.py:7: if b.sum() < 0:``; empty if unknown."""
    if line is None or not line.file:
        return ""
    text = f": {one_line(line.text)}" if line.text else ""
    return place(line.file, line.line) + text


def graph_lines(graph: Graph) -> dict[str, set[int]]:
    """Return the user's lines that the operations of a graph come from, by file."""
    return by_file(comment.place for comment in place_comments(graph.text))


def captured_lines(compilation: Compilation) -> dict[str, set[int]]:
    """Return the user's lines that a compilation captured, by file."""
    found: dict[str, set[int]] = {}
    for graph in compilation.graphs:
        if graph.stage == CAPTURED:
            for file, lines in graph_lines(graph).items():
                found.setdefault(file, set()).update(lines)
    return found


def captured_place(compilation: Compilation, frame: Frame) -> str:
    """Return the captured lines, such as ``toy.py:6-7``, with the user's files first.

    If there are many files, the first ones are named and the others are counted.
    """
    shown = file_lines(_lines_captured(compilation, frame))
    return _and_more(", ".join(shown[:_FILES]), len(shown) - _FILES, "file")


def _lines_captured(
    compilation: Compilation, frame: Frame, prefix: str = ""
) -> dict[str, set[int]]:
    lines: dict[str, set[int]] = {}
    for one in captured_places(compilation, frame.file, prefix):
        lines.setdefault(one.file, set()).update(one.lines)
    return lines


def captured_briefly(
    compilation: Compilation, frame: Frame, prefix: str, width: int
) -> str:
    """Return the captured lines within a width; lines that do not fit are counted."""
    lines = _lines_captured(compilation, frame, prefix)
    items = [
        whole
        if len(whole) <= width
        else f"{len(lines[file])} lines of {short_file(file)}"
        for file, whole in zip(lines, file_lines(lines))
    ]
    first = _and_more(items[0], len(items) - 1, "file") if items else ""
    said = fitted("", items, "{} more files", width, one="1 more file")
    return said if items and said.startswith(items[0]) else first


def captured_words(place: CapturedPlace) -> str:
    """Return words such as ``net.py:6-7 Net.forward (layers[0..3])``."""
    where = f"{short_file(place.file)}:{line_ranges(place.lines)}"
    function = f" {one_line(place.function)}" if place.function else ""
    modules = f" ({', '.join(place.modules)})" if place.modules else ""
    return f"{where}{function}{modules}"


def captured_functions(
    compilation: Compilation, frame: Frame, prefix: str = "", most: int = 3
) -> str:
    """Return the captured functions, on one line.

    If there are many, the first ones are named and the others are counted.
    """
    found = captured_places(compilation, frame.file, prefix)
    own = [one for one in found if not is_of_torch(one.file)] or found
    shown = "; ".join(captured_words(one) for one in own[:most])
    return _and_more(shown, len(found) - len(own[:most]), "function")


def _and_more(shown: str, more: int, noun: str) -> str:
    return f"{shown} and {counted(more, f'more {noun}')}" if more > 0 else shown
