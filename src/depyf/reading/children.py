"""Build commands that run modules of depyf safely in any current directory.

``python -m depyf...`` looks in the current directory first, even for the standard
library.  A file there that is called ``depyf.py`` or ``runpy.py`` would run instead.
So the command sets the path of depyf, before the child process imports anything.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Sequence

__all__ = ["isolated_python", "python_for_program"]

# One line, because not every system passes several lines. `sys` is part of the
# interpreter, so importing it reads no file. Without `-I` or `-P`, `sys.path[0]` is the
# current directory. It is replaced by the folder of the interpreter, as for the command
# `depyf`.
_START = (
    "import sys; "
    "_ = bool(sys.flags.isolated or getattr(sys.flags, 'safe_path', False)); "
    "sys.path[:not _] = [{package!r}]; "
    "import depyf; "
    "sys.path[:1] = [{beside!r}] * (not _); "
    "del _; "
    "{rest}"
)
_PACKAGE = str(Path(__file__).resolve().parents[2])


def python_for_program(module: str, arguments: Sequence[str]) -> list[str]:
    """Return the command for a module of depyf that itself runs a user's program.

    The program has the same environment and imports as without depyf.

    Args:
        module: the module, run as ``python -m`` does.
        arguments: its arguments.
    """
    run = f"import runpy; runpy._run_module_as_main({module!r})"
    return [sys.executable, "-c", _start(run), *arguments]


def isolated_python(statement: str, arguments: Sequence[str]) -> list[str]:
    """Return the command that runs a statement isolated from the user's settings.

    The statement sees no ``PYTHON...`` environment variables, and no packages of the
    user's site directory.

    Args:
        statement: the Python statement, on one line.
        arguments: the arguments for ``sys.argv[1:]``.
    """
    return [sys.executable, "-I", "-c", _start(statement), *arguments]


def _start(rest: str) -> str:
    beside = str(Path(sys.executable).parent)
    return _START.format(package=_PACKAGE, beside=beside, rest=rest)
