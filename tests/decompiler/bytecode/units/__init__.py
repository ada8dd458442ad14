"""Code units of every CPython, made by ``python -m tests.decompiler.bytecode.units``.

Each run writes the file of the running Python; all of them are read on every Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.serialize import loads

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit

HERE = Path(__file__).parent
VERSIONS = tuple((3, minor) for minor in range(8, 16))


def path_of(version: tuple[int, int]) -> Path:
    """Returns the file of a version."""
    return HERE / f"{version[0]}.{version[1]}.json"


def stored_unit(version: tuple[int, int]) -> CodeUnit:
    """Returns the module that ``sample.py`` compiled to on a version."""
    return loads(path_of(version).read_text(encoding="utf-8"))
