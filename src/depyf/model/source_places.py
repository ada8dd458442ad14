"""Places in the user's program, as we show them."""

from __future__ import annotations

import re
from typing import Iterable

from depyf.model.families import runs
from depyf.torch_text.source_lines import SourcePlace, one_line, short_file

# Also what torch_text has, for those who show places.
__all__ = [
    "SourcePlace",
    "is_installed",
    "is_of_torch",
    "line_ranges",
    "one_line",
    "remark",
    "short_file",
]
_OF_TORCH = re.compile(r"/(?:site|dist)-packages/torch/")
_INSTALLED = re.compile(r"/(?:site|dist)-packages/|/lib/python\d[\d.]*/")
_MOST_CODE = 60


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
    found = runs(sorted(set(lines)))
    return ", ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in found)


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
