"""Places in the user's program, as torch prints them in graphs and as we show them."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePosixPath, PureWindowsPath
from typing import Iterable, Iterator, Mapping, NamedTuple

# torch prints this above the nodes of a graph: "# File: /a/toy.py:4 in f, code: x = a".
FILE_COMMENT = re.compile(
    r"^[ \t]*# (?:Backward of forward node: )?File: (?P<file>.+?):(?P<line>\d+)"
    # no function up to 2.3
    r"(?: in (?P<function>[^\n]*?))?(?:, code: (?P<code>[^\n]*))?$"
)
NODE = re.compile(r"^\s+(?P<name>[^\W\d]\w*)\s*(?::[^=]*)?= ")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_OF_TORCH = re.compile(r"/(?:site|dist)-packages/torch/")
_INSTALLED = re.compile(r"/(?:site|dist)-packages/|/lib/python\d[\d.]*/")
_MOST_CODE = 60


class SourcePlace(NamedTuple):
    """A line of the user's program and, if torch knows it, its text."""

    file: str
    line: int
    code: str = ""


def one_line(text: str) -> str:
    """Return `text` without anything that could end a line or a comment."""
    return _CONTROL.sub(lambda match: repr(match.group())[1:-1], text)


@lru_cache(maxsize=1000)
def short_file(file: str) -> str:
    """Return the last part of a path of any system."""
    windows = "\\" in file and "/" not in file
    name = PureWindowsPath(file).name if windows else PurePosixPath(file).name
    return one_line(name or file or "?")


def is_of_torch(file: str) -> bool:
    """Return whether a path is of an installed torch, on any system.

    >>> is_of_torch("/usr/lib/python3/dist-packages/torch/_tensor.py")
    True
    """
    return _OF_TORCH.search(file.replace("\\", "/")) is not None


def is_installed(file: str) -> bool:
    """Return whether a path is of an installed package or of Python's own library.

    >>> is_installed("/usr/lib/python3.11/json/decoder.py")
    True
    """
    return _INSTALLED.search(file.replace("\\", "/")) is not None


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


def remark(places: Iterable[SourcePlace]) -> str:
    """Return the places for a comment beside a line; with its text if it is one.

    >>> remark([SourcePlace("/a/toy.py", 7), SourcePlace("/a/toy.py", 8)])
    'toy.py:7-8'
    >>> remark([SourcePlace("/a/toy.py", 7, "x = a")])
    'toy.py:7: x = a'
    """
    found = list(dict.fromkeys(places))
    lines: dict[str, list[int]] = {}
    for place in found:
        lines.setdefault(place.file, []).append(place.line)
    shown = ", ".join(f"{short_file(f)}:{line_ranges(n)}" for f, n in lines.items())
    code = one_line(found[0].code.strip()) if len(found) == 1 else ""
    if len(code) > _MOST_CODE:
        code = code[:_MOST_CODE] + "..."
    return f"{shown}: {code}" if code else shown


def node_places(printed: str) -> Mapping[str, SourcePlace]:
    """Return, for each node of a printed graph, the user's line it comes from."""
    return dict(_nodes(printed))


def _nodes(printed: str) -> Iterator[tuple[str, SourcePlace]]:
    current: SourcePlace | None = None
    for line in printed.splitlines():
        comment = FILE_COMMENT.match(line)
        node = NODE.match(line)
        if comment is not None:
            current = SourcePlace(
                comment["file"], int(comment["line"]), comment["code"] or ""
            )
        elif line.lstrip().startswith("# No stacktrace"):
            current = None
        elif node is not None and current is not None:
            yield node["name"], current
