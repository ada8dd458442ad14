"""Classify and format locations in the user's program."""

from __future__ import annotations

from pathlib import Path
from typing import Iterable, Mapping, Protocol

from depyf.model.families import runs
from depyf.regexes import regex
from depyf.torch_text.source_lines import SourceLine, one_line, short_file

# Includes names from torch_text, for modules that show locations.
__all__ = [
    "by_file",
    "file_lines",
    "is_installed",
    "is_of_program",
    "is_of_torch",
    "line_ranges",
    "one_line",
    "remark",
    "short_file",
]
_OF_TORCH = regex(r"/(?:site|dist)-packages/torch/")
_OPERATORS = regex(
    r"/torch/(?:_(?:library|subclasses|custom_op)/|_ops\.py|library\.py)"
)
_INSTALLED = regex(r"/(?:site|dist)-packages/|/lib/python\d[\d.]*/")
_PACKAGES = regex(r"/(?:site|dist)-packages/")
_DEPYF = str(Path(__file__).resolve().parents[1])
_MOST_CODE = 60


def is_of_torch(file: str) -> bool:
    """Return whether a file belongs to an installed torch, on any system.

    >>> is_of_torch("/usr/lib/python3/dist-packages/torch/_tensor.py")
    True
    """
    return _OF_TORCH.search(file.replace("\\", "/")) is not None


def is_of_tracer(file: str) -> bool:
    """Return whether a file of torch has its tracer, Dynamo."""
    return is_of_torch(file) and "_dynamo" in file.replace("\\", "/").split("/")


def runs_operators(file: str) -> bool:
    """Return whether a file of torch runs what the program registers for operators."""
    return is_of_torch(file) and _OPERATORS.search(file.replace("\\", "/")) is not None


def is_of_transform(file: str) -> bool:
    """Return whether a file of torch has its transforms, such as `torch.func.vmap`."""
    return is_of_torch(file) and "_functorch" in file.replace("\\", "/").split("/")


def is_installed(file: str) -> bool:
    """Return whether a file belongs to an installed package or Python's own library.

    >>> is_installed("/usr/lib/python3.11/json/decoder.py")
    True
    """
    return _INSTALLED.search(file.replace("\\", "/")) is not None


def path_in_packages(file: str) -> str:
    """Return the path of a library's file below the folder of the packages.

    >>> path_in_packages("/usr/lib/python3/dist-packages/net/moe.py")
    'net/moe.py'
    """
    return _PACKAGES.split(file.replace("\\", "/"))[-1]


def is_of_program(file: str) -> bool:
    """Return whether a file belongs to the program, not to a package or depyf."""
    return not is_installed(file) and not file.startswith(_DEPYF)


def line_ranges(lines: Iterable[int]) -> str:
    """Return line numbers as a text with ranges.

    >>> line_ranges([7, 6, 10])
    '6-7, 10'
    """
    found = runs(sorted(set(lines)))
    return ", ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in found)


class _Line(Protocol):
    """An object with a file and a line number."""

    @property
    def file(self) -> str: ...

    @property
    def line(self) -> int: ...


def by_file(places: Iterable[_Line]) -> dict[str, set[int]]:
    """Map each file to the numbers of its lines."""
    lines: dict[str, set[int]] = {}
    for one in places:
        lines.setdefault(one.file, set()).add(one.line)
    return lines


def file_lines(lines: Mapping[str, Iterable[int]]) -> list[str]:
    """Return the lines of each file as a text, such as ``toy.py:6-7, 10``."""
    return [f"{short_file(file)}:{line_ranges(of)}" for file, of in lines.items()]


def remark(places: Iterable[SourceLine]) -> str:
    """Return locations as the text of a comment; a single location has its code.

    >>> remark([SourceLine("/a/toy.py", 7), SourceLine("/a/toy.py", 8)])
    'toy.py:7-8'
    >>> remark([SourceLine("/a/toy.py", 7, text="x = a")])
    'toy.py:7: x = a'
    """
    found = list(dict.fromkeys(places))
    shown = ", ".join(file_lines(by_file(found)))
    code = one_line(found[0].text.strip()) if len(found) == 1 else ""
    if len(code) > _MOST_CODE:
        code = code[:_MOST_CODE] + "..."
    return f"{shown}: {code}" if code else shown
