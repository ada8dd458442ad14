"""Places in the user's program: how to write them, and which a graph covers."""

from __future__ import annotations

import re
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Iterable

from depyf.model.stages import CAPTURED

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Frame, Graph

# torch prints this above the nodes of a graph: "# File: /a/toy.py:4 in f, code: x = a",
# without the function up to 2.3.
_FILE_COMMENT = re.compile(
    r"^\s*# File: (?P<file>.+?):(?P<line>\d+)(?: in |, code: )", re.MULTILINE
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


def one_line(text: str) -> str:
    """Return `text` without anything that could end a line or a comment."""
    return _CONTROL.sub(lambda match: repr(match.group())[1:-1], text)


def shortened(text: str, length: int) -> str:
    """Return `text`, cut to `length` characters."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


def lower_first(text: str) -> str:
    """Return `text` for use within a sentence: ``Data-dependent`` in small letters."""
    capital = text[:1].isupper() and text[1:2].islower()
    return text[:1].lower() + text[1:] if capital else text


def short_file(file: str) -> str:
    """Return the last part of a path of any system."""
    windows = "\\" in file and "/" not in file
    name = PureWindowsPath(file).name if windows else PurePosixPath(file).name
    return one_line(name or file or "?")


def place(file: str, line: int) -> str:
    """Return ``toy.py:7``."""
    return f"{short_file(file)}:{line}" if line else short_file(file)


def user_place(line: SourceLine | None) -> str:
    """Return ``toy.py:7: if b.sum() < 0:``, or nothing if unknown."""
    if line is None or not line.file:
        return ""
    text = f": {one_line(line.text)}" if line.text else ""
    return place(line.file, line.line) + text


def line_ranges(lines: Iterable[int]) -> str:
    """Return line numbers in ranges.

    >>> line_ranges([7, 6, 10])
    '6-7, 10'
    """
    ranges: list[list[int]] = []
    for line in sorted(set(lines)):
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    return ", ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in ranges)


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
    """Return ``toy.py:6-7``: what was captured, the frame's own file first."""
    found = captured_lines(compilation, prefix)
    own = [file for file in found if file == frame.file]
    files = own + sorted(file for file in found if file != frame.file)
    return ", ".join(
        f"{short_file(file)}:{line_ranges(found[file])}" for file in files[:3]
    )
