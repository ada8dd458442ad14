"""Start Python for modules of depyf, whatever the current directory.

``python -m depyf...`` looks in the current directory first, even for the standard
library, so a file there that is called ``depyf`` or ``runpy`` would run in its place.
A child is therefore told where depyf is, and imports nothing before it knows.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Sequence

__all__ = ["isolated_python", "python_for_program"]

# One line, as not every system passes more than one. `sys` is part of the interpreter:
# importing it reads no file. Without `-I` or `-P`, `sys.path[0]` is the current
# directory; what stands there afterwards is what stands there for the command `depyf`.
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
    """Return the command for a module of depyf that runs a user's program.

    The program finds its environment, and what it imports, as it does without depyf.

    Args:
        module: the module, run as ``python -m`` does.
        arguments: its arguments.
    """
    run = f"import runpy; runpy._run_module_as_main({module!r})"
    return [sys.executable, "-c", _start(run), *arguments]


def isolated_python(statement: str, arguments: Sequence[str]) -> list[str]:
    """Return the command for a statement isolated from the user's settings.

    No variable of the environment and no package of the user's reaches it.

    Args:
        statement: what is run, on one line.
        arguments: what it finds in ``sys.argv[1:]``.
    """
    return [sys.executable, "-I", "-c", _start(statement), *arguments]


def _start(rest: str) -> str:
    beside = str(Path(sys.executable).parent)
    return _START.format(package=_PACKAGE, beside=beside, rest=rest)
