"""`depyf decompile`: the source of a function or of a compiled file."""

from __future__ import annotations

import importlib
import importlib.util
import marshal
import sys
from pathlib import Path
from types import CodeType
from typing import Iterator

from depyf.decompiler import Quality, code_of, decompile_code
from depyf.errors import DecompilationError

# The magic number, flags, and two words that depend on the flags.
PYC_HEADER_SIZE = 16


def print_decompiled(target: str, *, verify: bool) -> int:
    """Prints the source of a target, or the table of its code objects.

    Args:
        target: `module:qualname`, or the path of a `.pyc` file.
        verify: print the table.

    Returns:
        The exit code: 1 if a table was asked for and not everything is exact.
    """
    found = find_target(target)
    if not verify:
        print(decompile_code(found).source.rstrip("\n"))
        return 0
    all_exact = True
    print(f"{'quality':<11} {'instructions':>12}  code object")
    for name, code in code_objects(code_of(found)):
        result = decompile_code(code)
        all_exact = all_exact and result.quality is Quality.EXACT
        quality = result.quality.value
        print(f"{quality:<11} {result.total_instructions:>12}  {name}")
    return 0 if all_exact else 1


def find_target(target: str) -> object:
    """Returns the code or callable that a target names.

    Raises:
        DecompilationError: there is nothing of that name, or it is no Python code.
    """
    if target.endswith(".pyc"):
        return read_pyc(Path(target))
    module_name, separator, qualified_name = target.partition(":")
    if not separator:
        raise DecompilationError(
            f"{target!r} is neither module:qualname nor the path of a .pyc file"
        )
    sys.path.insert(0, str(Path.cwd()))
    try:
        found: object = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise DecompilationError(str(error)) from error
    for name in qualified_name.split("."):
        if not hasattr(found, name):
            raise DecompilationError(f"{module_name} has no {qualified_name!r}")
        found = getattr(found, name)
    return found


def read_pyc(path: Path) -> CodeType:
    """Returns the module's code from a compiled file.

    Raises:
        DecompilationError: the file is missing, or another Python wrote it.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DecompilationError(f"cannot read {path}: {error.strerror}") from error
    if data[:4] != importlib.util.MAGIC_NUMBER:
        raise DecompilationError(
            f"{path} was compiled by another version of Python; "
            "run depyf with the version that wrote it"
        )
    code: object = marshal.loads(data[PYC_HEADER_SIZE:])  # a code object
    if not isinstance(code, CodeType):
        raise DecompilationError(f"{path} holds no code object")
    return code


def code_objects(code: CodeType, prefix: str = "") -> Iterator[tuple[str, CodeType]]:
    """Yields a code object and all nested ones with their dotted names."""
    name = f"{prefix}{code.co_name}"
    yield f"{name} (line {code.co_firstlineno})", code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_objects(constant, f"{name}.")
