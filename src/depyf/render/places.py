"""Places in the user's program: how to write them, and which a graph covers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from depyf.model.source_places import (
    is_of_torch,
    line_ranges,
    one_line,
    short_file,
)
from depyf.model.stages import CAPTURED

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Frame, Graph

# torch prints this above the nodes of a graph: "# File: /a/toy.py:4 in f, code: x = a",
# without the function up to 2.3.
_FILE_COMMENT = re.compile(
    r"^\s*# File: (?P<file>.+?):(?P<line>\d+)(?: in |, code: )", re.MULTILINE
)


def shortened(text: str, length: int) -> str:
    """Return `text`, cut to `length` characters."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


def lower_first(text: str) -> str:
    """Return `text` for use within a sentence: ``Data-dependent`` in small letters."""
    capital = text[:1].isupper() and text[1:2].islower()
    return text[:1].lower() + text[1:] if capital else text


def place(file: str, line: int) -> str:
    """Return ``toy.py:7``."""
    return f"{short_file(file)}:{line}" if line else short_file(file)


def user_place(line: SourceLine | None) -> str:
    """Return ``toy.py:7: if b.sum() < 0:``, or nothing if unknown."""
    if line is None or not line.file:
        return ""
    text = f": {one_line(line.text)}" if line.text else ""
    return place(line.file, line.line) + text


def graph_lines(graph: Graph) -> dict[str, set[int]]:
    """Return the user's files and lines whose operations `graph` holds."""
    found: dict[str, set[int]] = {}
    for match in _FILE_COMMENT.finditer(graph.text):
        found.setdefault(match["file"], set()).add(int(match["line"]))
    return found


def captured_lines(compilation: Compilation, prefix: str = "") -> dict[str, set[int]]:
    """Return the user's lines that a compilation captured (or one of its graphs)."""
    found: dict[str, set[int]] = {}
    for graph in compilation.graphs:
        if graph.stage == CAPTURED and (not prefix or graph.prefix == prefix):
            for file, lines in graph_lines(graph).items():
                found.setdefault(file, set()).update(lines)
    return found


def captured_place(compilation: Compilation, frame: Frame, prefix: str = "") -> str:
    """Return ``toy.py:6-7``: what was captured, the frame's own file first.

    Files of torch are named only where there is no other.
    """
    found = captured_lines(compilation, prefix)
    own = [file for file in found if file == frame.file]
    others = sorted(file for file in found if file != frame.file)
    files = own + [file for file in others if not is_of_torch(file)] or others
    return ", ".join(
        f"{short_file(file)}:{line_ranges(found[file])}" for file in files[:3]
    )
