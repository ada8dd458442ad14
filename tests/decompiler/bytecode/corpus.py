"""Code objects of the running Python's own library, for tests."""

from __future__ import annotations

import ast
import sysconfig
import warnings
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Iterator

#: Modules that between them hold every construct; small enough for each run.
MODULES = (
    "argparse",
    "ast",
    "asyncio/tasks",
    "asyncio/locks",
    "asyncio/staggered",
    "contextlib",
    "dataclasses",
    "decimal",
    "enum",
    "functools",
    "inspect",
    "pathlib",
    "tarfile",
    "typing",
    "_pydecimal",
    "unittest/mock",
    "subprocess",
    "statistics",
)


def walk(code: CodeType) -> Iterator[CodeType]:
    """Yields a code object and everything nested in it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from walk(const)


def library_root() -> Path:
    """Returns the directory of the standard library."""
    return Path(sysconfig.get_paths()["stdlib"])


def compile_file(path: Path) -> CodeType:
    """Returns the code of a source file; what it warns of is no concern of ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(path.read_bytes())
        return compile(tree, str(path), "exec", dont_inherit=True)


@lru_cache(maxsize=None)
def library_modules() -> tuple[CodeType, ...]:
    """Returns the code of each of `MODULES`."""
    paths = [library_root() / f"{module}.py" for module in MODULES]
    return tuple(compile_file(path) for path in paths if path.exists())


def library_codes() -> Iterator[CodeType]:
    """Yields the code objects of `MODULES`, nested ones, too."""
    for code in library_modules():
        yield from walk(code)
