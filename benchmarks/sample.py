"""The code that the benchmarks work on: functions of the standard library."""

from __future__ import annotations

import ast
import datetime as dt
import hashlib
import platform
import subprocess
import sysconfig
import warnings
from pathlib import Path
from types import CodeType
from typing import Iterator, NamedTuple

_LEFT_OUT = {"test", "tests", "idlelib", "lib2to3", "turtledemo", "site-packages"}
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Sampled(NamedTuple):
    """A code object and where it comes from."""

    path: Path
    name: str
    code: CodeType

    @property
    def key(self) -> str:
        """What names it on every machine."""
        return f"{self.path.name}:{self.name}:{self.code.co_firstlineno}"


def described() -> dict[str, str]:
    """When, by which Python and on which revision something is measured."""
    here = str(Path(__file__).resolve().parent)
    command = ["git", "-C", here, "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return {
        "date": dt.date.today().isoformat(),
        "python": platform.python_version(),
        "revision": done.stdout.strip(),
    }


def files() -> Iterator[Path]:
    """The source files of the running Python's library, without its tests."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    for path in sorted(folder.rglob("*.py")):
        # What a link leads to may be missing.
        if path.is_file() and not _LEFT_OUT & set(path.relative_to(folder).parts):
            yield path


def code_of(path: Path) -> Iterator[Sampled]:
    """The code objects of a file, the module's first; none if it does not compile."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return
    pending = [Sampled(path, "<module>", module)]
    for current in pending:
        yield current
        prefix = "" if current.name == "<module>" else f"{current.name}."
        pending.extend(
            Sampled(path, prefix + child.co_name, child)
            for child in current.code.co_consts
            if isinstance(child, CodeType)
        )


def is_function(sampled: Sampled) -> bool:
    """True for what a ``def`` made."""
    return bool(sampled.code.co_flags & 1) and "<" not in sampled.code.co_name


def sample(limit: int, *, functions_only: bool = True) -> list[Sampled]:
    """Code objects in an order that looks random and is the same everywhere.

    A smaller sample is the beginning of a larger one.
    """
    found = [one for path in files() for one in code_of(path)]
    if functions_only:
        found = [one for one in found if is_function(one)]
    found.sort(key=lambda one: hashlib.sha256(one.key.encode()).digest())
    return found[: limit or None]


def source_of(sampled: Sampled) -> str | None:
    """The text of a function as its file has it, on its own; None if not found."""
    text = sampled.path.read_text("utf-8", "replace")
    name, line = sampled.code.co_name, sampled.code.co_firstlineno
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, _FUNCTION) or node.name != name:
            continue
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        if first == line:
            return _alone(text, node)
    return None


def _alone(text: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> str | None:
    """The lines of a definition, under an ``if`` that takes their indentation."""
    lines = text.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno]
    source = "".join(lines)
    if node.col_offset:
        source = "if 1:\n" + source
    try:
        compile(source, "<alone>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    return source
