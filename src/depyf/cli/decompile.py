"""Implement `depyf decompile`: print the source of a function, module or compiled file.

A target has one of these forms:

- ``package.module:qualname``: a function, method or class. depyf searches the module's
  code. It imports the module only if the name has no definition there or several.
- ``package.module``: a whole module. depyf does not import it.
- ``script.py`` or ``file.pyc``: a file; ``:qualname`` may follow.
"""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import warnings
from collections import Counter
from contextlib import suppress
from functools import partial
from importlib.abc import InspectLoader
from pathlib import Path
from types import CodeType
from typing import Callable, Iterator

from depyf import __version__
from depyf.cli import print_line, print_text
from depyf.cli.passes import print_after, print_explained
from depyf.decompiler import Decompiled, Quality, code_of, decompile_code
from depyf.decompiler.bytecode import pyc
from depyf.errors import DecompilationError
from depyf.reading.children import isolated_python
from depyf.reading.limits import LIMITS
from depyf.reading.regular_files import read_regular
from depyf.reading.shown_text import visible_line

#: The exit code if the table shows a source whose quality is not `exact`.
NOT_EXACT = 1
# Exit codes of the child process that reads a compiled file. Another code except 0
# means that the child crashed.
_CHILD_NOT_EXACT, _CHILD_FAILED = 11, 12
# Names in the code may have characters that no encoding has, such as surrogates.
_CHILD = (
    "utf8 = {'encoding': 'utf-8', 'errors': 'backslashreplace'}; "
    "sys.stdout.reconfigure(**utf8); sys.stderr.reconfigure(**utf8); "
    "from depyf.cli.decompile import read_compiled; "
    "sys.exit(read_compiled(sys.argv[1], sys.argv[2], sys.argv[3]))"
)
#: The bytes of memory that the child may use: far more than known compiled files need.
_MEMORY = 8 << 30
#: The name of the code that Python wraps around a definition with type parameters.
_WRAPPER = "<generic parameters of "


def print_decompiled(target: str, what: str = "source") -> int:
    """Print the source of a target, or another view of it.

    Args:
        target: the target, in a form that this module's docstring lists.
        what: a key of `_SHOWN`, such as ``verify``, or ``after:`` and the name of a
            pass.

    Returns:
        The exit code: 1 for a table in which not every source is exact.

    Raises:
        DecompilationError: there is nothing of that name, or it is no Python code.
    """
    path, qualname = _file_and_name(target)
    if path is not None and path.suffix == ".pyc":
        return _print_compiled(path, qualname, what)
    if path is not None:
        found: object = _member(_compile(path), qualname, str(path))
    else:
        found = find_target(target)
    return _show(found, what)


def _show(found: object, what: str) -> int:
    kind, _, name = what.partition(":")
    return print_after(found, name) if kind == "after" else _SHOWN[kind](found)


def _print_source(found: object, *, standalone: bool = False) -> int:
    result = decompile_code(found, standalone=standalone)
    print_text("\n".join([*_remarks(result), result.source.rstrip("\n")]))
    return 0


def _remarks(result: Decompiled) -> Iterator[str]:
    """Yield comment lines for a source that is not exact."""
    if result.quality is not Quality.EXACT:
        yield f"# depyf {__version__}: not all of this is exact."
        for name, quality in result.parts.items():
            yield f"# {visible_line(name)}: {quality}"
        if not result.parts:
            yield f"# {visible_line(result.name)}: {result.quality}"
        yield "# `depyf decompile --verify` shows why."


def _print_table(found: object) -> int:
    """Print one line for each code object, and a total."""
    code = code_of(found)
    counted: Counter[str] = Counter()
    print_line(f"{'quality':<11} {'instructions':>12}  code object")
    for name, one in code_objects(code):
        result = decompile_code(one)
        counted[result.quality.value] += 1
        line = f"{result.quality.value:<11} {result.total_instructions:>12}  {name}"
        if result.quality is not Quality.EXACT:
            reason = next(iter(result.diagnostics), "")
            line += f": {reason}"
        print_line(line)
    total = ", ".join(f"{counted[one.value]} {one}" for one in Quality)
    print_line(f"{sum(counted.values())} code objects: {total}")
    return 0 if set(counted) <= {Quality.EXACT.value} else NOT_EXACT


#: The views of a target, and the function that prints each.
_SHOWN: dict[str, Callable[[object], int]] = {
    "source": _print_source,
    "standalone": partial(_print_source, standalone=True),
    "verify": _print_table,
    "explain": print_explained,
}


# -- targets -----------------------------------------------------------------------


def _file_and_name(target: str) -> tuple[Path | None, str]:
    """Return a target's file and the name in it; None and "" for a module."""
    for suffix in (".pyc", ".py"):
        stem, found, qualname = target.rpartition(f"{suffix}:")
        if found:
            return Path(stem + suffix), qualname
        if target.endswith(suffix):
            return Path(target), ""
    return None, ""


def find_target(target: str) -> object:
    """Return the code or object that a target such as ``package.module:name`` names.

    Raises:
        DecompilationError: there is nothing of that name, or it is no Python code.
    """
    module_name, _, qualname = target.partition(":")
    with suppress(FileNotFoundError):  # the current directory may be gone
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.insert(0, here)
    code = _module_code(module_name)
    if not qualname:
        if code is None:
            raise DecompilationError(f"module {module_name} has no Python code")
        return code
    found = [] if code is None else list(_members(code, qualname.split(".")))
    if len(found) == 1:
        return found[0]
    return _imported(module_name, qualname)


def _module_code(name: str) -> CodeType | None:
    """Return the code of a module without running it; None if it is not in Python.

    Raises:
        DecompilationError: there is no such module.
    """
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError) as error:
        raise DecompilationError(f"there is no module {name!r}: {error}") from error
    if spec is None:
        raise DecompilationError(f"there is no module {name!r}")
    loader = spec.loader
    if not isinstance(loader, InspectLoader):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return loader.get_code(name)
    except (ImportError, SyntaxError, ValueError) as error:
        raise DecompilationError(f"cannot read module {name}: {error}") from error


def _imported(module_name: str, qualname: str) -> object:
    """Import a module, and return the object with this name in it."""
    try:
        found: object = importlib.import_module(module_name)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise DecompilationError(f"cannot import {module_name}: {reason}") from error
    for name in qualname.split("."):
        if not hasattr(found, name):
            raise DecompilationError(f"{module_name} has no {qualname!r}")
        found = getattr(found, name)
    return found


def _members(code: CodeType, names: list[str]) -> Iterator[CodeType]:
    """Yield the code of each definition of a dotted name inside ``code``."""
    if names[:1] == ["<locals>"]:
        names = names[1:]
    if not names:
        yield code
        return
    for constant in code.co_consts:
        if not isinstance(constant, CodeType):
            continue
        if constant.co_name.startswith(_WRAPPER):
            yield from _members(constant, names)
        elif constant.co_name == names[0]:
            yield from _members(constant, names[1:])


def _member(code: CodeType, qualname: str, where: str) -> CodeType:
    """Return the last definition of a name in a module's code."""
    found = list(_members(code, qualname.split("."))) if qualname else [code]
    if not found:
        raise DecompilationError(f"{where} has no {qualname!r}")
    return found[-1]


def _compile(path: Path) -> CodeType:
    """Compile a source file.

    Raises:
        DecompilationError: the file cannot be read, or is not valid Python.
    """
    try:
        data = read_regular(path, LIMITS.line_bytes)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(data, str(path), "exec", dont_inherit=True)
    except OSError as error:
        raise DecompilationError(f"cannot read {path}: {error.strerror}") from error
    except (SyntaxError, ValueError) as error:
        raise DecompilationError(f"{path} does not compile: {error}") from error


def code_objects(code: CodeType, prefix: str = "") -> Iterator[tuple[str, CodeType]]:
    """Yield the name and code of a code object, and of all code nested in it."""
    name = f"{prefix}{code.co_name}"
    yield f"{name} (line {code.co_firstlineno})", code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_objects(constant, f"{name}.")


# -- compiled files ----------------------------------------------------------------


def _print_compiled(path: Path, qualname: str, what: str) -> int:
    """Print a compiled file in a child process: a damaged file can crash Python."""
    _check(path)
    done = subprocess.run(
        isolated_python(_CHILD, [str(path), qualname, what]),
        capture_output=True,
        check=False,
    )
    if done.returncode == _CHILD_FAILED:
        raise DecompilationError(done.stderr.decode("utf-8", "replace").strip())
    if done.returncode not in (0, _CHILD_NOT_EXACT):
        message = "the file is damaged: Python itself crashes on it"
        raise DecompilationError(f"cannot decompile {path}: {message}")
    print_text(
        done.stdout.decode("utf-8", "replace").rstrip("\n").replace("\r\n", "\n")
    )
    return NOT_EXACT if done.returncode else 0


def _check(path: Path) -> None:
    """Check that the running Python can read the file.

    Raises:
        DecompilationError: the file is missing, damaged, or another Python wrote it.
    """
    try:
        pyc.check_header(read_regular(path, LIMITS.line_bytes))
    except OSError as error:
        raise DecompilationError(f"cannot read {path}: {error.strerror}") from error
    except pyc.OtherVersionError as error:
        running = pyc.RUNNING
        if error.version == running:
            raise DecompilationError(
                f"{path} was compiled by a pre-release of Python {running} (magic "
                f"number {error.number}), which this release cannot read"
            ) from error
        version = error.version or "a later version than this depyf knows"
        command = f"python{error.version} -m depyf decompile {path}"
        raise DecompilationError(
            f"{path} was compiled by Python {version}, this is Python {running}; "
            f"run: {command}"
        ) from error
    except pyc.PycError as error:
        raise DecompilationError(f"cannot decompile {path}: {error}") from error


def bound_memory() -> None:
    """Limit this process's memory, so that a damaged file cannot use up all of it.

    Does nothing if the system has no such limit, or if a lower limit is set.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > _MEMORY:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, hard))


def read_compiled(path: str, qualname: str, what: str) -> int:
    """Print the content of a compiled file; runs in the child process.

    Args:
        path: the path of the file.
        qualname: the dotted name of a definition in the file; empty for the whole file.
        what: see `print_decompiled`.

    Returns:
        The exit code.
    """
    try:
        bound_memory()
        code = pyc.load(read_regular(Path(path), LIMITS.line_bytes))
        done = _show(_member(code, qualname, path), what)
    except DecompilationError as error:
        print(error, file=sys.stderr)
        return _CHILD_FAILED
    except Exception as error:
        print(f"cannot decompile {path}: {error}", file=sys.stderr)
        return _CHILD_FAILED
    return _CHILD_NOT_EXACT if done else 0
