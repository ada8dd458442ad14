"""What a result was made of: if that is as it was, a row need not run again."""

from __future__ import annotations

import functools
import hashlib
import inspect
import subprocess
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Iterator

if TYPE_CHECKING:
    from gallery.models.row import Row

ROOT = Path(__file__).resolve().parents[1]
_ROWS = "gallery."
_LENGTH = 12


def row_digest(row: Row) -> str:
    """Returns a digest of all that a row says, the code that it calls included.

    Another row in the same file may change, and so may a comment beside it.
    """
    parts = [row.name, row.library, str(row.trains), row.backend]
    parts += _described(row.make, set())
    parts += _described(row.batch, set())
    return _digest("\n".join(parts).encode())


def depyf_digest(root: Path = ROOT) -> str:
    """Returns a digest of the code of depyf, as it lies there."""
    found = hashlib.sha256()
    for path in sorted((root / "src" / "depyf").rglob("*.py")):
        found.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:_LENGTH]


def revision(root: Path = ROOT) -> str:
    """Returns the commit that is checked out, with a `+` if files were changed."""
    head = _git(root, "rev-parse", "--short", "HEAD")
    changed = _git(root, "status", "--porcelain", "--", "src", "gallery/*.py")
    return f"{head}+" if changed else head


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_LENGTH]


def _described(value: object, seen: set[int]) -> Iterator[str]:
    """Yields the source of functions, and what they hold; other values as printed."""
    if isinstance(value, functools.partial):
        yield from _described(value.func, seen)
        yield from _described(value.args, seen)
        yield from _described(value.keywords, seen)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield repr(key)
            yield from _described(item, seen)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _described(item, seen)
    elif isinstance(value, (FunctionType, type)):
        if id(value) not in seen:
            seen.add(id(value))
            yield from _of_code(value, seen)
    elif isinstance(value, (str, bytes, int, float, bool, type(None))):
        yield repr(value)
        if isinstance(value, str) and value.startswith(_ROWS):
            yield _module(value)
    else:  # a module, or an object whose printed form may hold an address
        yield type(value).__qualname__


def _of_code(value: FunctionType | type, seen: set[int]) -> Iterator[str]:
    yield value.__qualname__
    if not value.__module__.startswith(_ROWS) and value.__module__ != "__main__":
        return
    try:
        yield inspect.getsource(value)
    except OSError:  # there is no file
        yield value.__qualname__
    functions = [value] if isinstance(value, FunctionType) else _methods(value)
    for function in functions:
        for cell in function.__closure__ or ():
            yield from _described(cell.cell_contents, seen)
        for name in sorted(set(_names(function.__code__))):
            if name in function.__globals__:
                yield from _described(function.__globals__[name], seen)


def _module(name: str) -> str:
    """Returns the text of a module of the gallery that a row names."""
    path = ROOT.joinpath(*name.split(".")).with_suffix(".py")
    return path.read_text("utf-8") if path.is_file() else ""


def _methods(value: type) -> list[FunctionType]:
    return [item for item in vars(value).values() if isinstance(item, FunctionType)]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
