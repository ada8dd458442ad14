"""Takes out of a text what differs from run to run, and from machine to machine."""

from __future__ import annotations

import re
import site
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_PATTERNS = [
    (r"\b\d+(?:\.\d+)? (?=(?:s|ms|us|µs|seconds)\b)", "… "),
    (r"\b\d+ % of compiling", "… % of compiling"),
    (r"\b0x[0-9a-f]{4,}\b", "0x…"),
    # What torch puts behind the name of a compiled function.
    (r"_[0-9a-f]{8}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{12}\b", "_…"),
    # Keys of Inductor's cache, and files named after them.
    (r"\b[fac]?[a-z0-9]{51,52}\b", "…"),
    (r"(?<![.\d])\d{12,}\b", "…"),  # id() of an object; no digits of a fraction
    (r"(torch )?(\d+\.\d+\.\d+)\+(?:cpu|cu\d+)\b", r"\1\2"),
]
# What compiling took is there only if it took long: a function's line, an entry's word.
_TOOK = [
    re.compile(r"(?m)^ *- (?:compiling took|(?:AOTAutograd|FX-graph) cache:) .*\n"),
    re.compile(r"(?m) · \d+\.\d s(?= ·|$)"),
    re.compile(r"(?m)^ *- Cost: \d+\.\d s(?: \(\d+ % of compiling\))?\n"),
]
_COMPILED = [(re.compile(pattern), instead) for pattern, instead in _PATTERNS]


def scrubbed(text: str, folder: Path, *, timed: bool = False) -> str:
    """Return a text as it is everywhere.

    Args:
        text: of a file or a stream.
        folder: in which the program ran.
        timed: keep what compiling took, which is there from some length on.
    """
    if not timed:
        for took in _TOOK:
            text = took.sub("", text)
    for path in {str(folder), str(folder.resolve())}:
        text = text.replace(f"{path}/", "")
    for packages in site.getsitepackages():
        text = text.replace(f"{packages}/", "")
    for pattern, instead in _COMPILED:
        text = pattern.sub(instead, text)
    return text
