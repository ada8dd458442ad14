"""Run a program with edited sources instead of its files, for `depyf cure`.

    python -m depyf.cli.edited_program ORDER.json

The order is a JSON file.  It holds the edited source of each file, the program's
arguments, and the directory of the dump.  The files themselves stay as they are; code,
line numbers and tracebacks come from the edited sources.  If the order names values to
watch, it also names the file to which the observations are written.  A quick run does
without Inductor.
"""

from __future__ import annotations

import ast
import atexit
import json
import linecache
import os
import sys
from dataclasses import replace
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Mapping

from depyf.cli.program import Program, run_program
from depyf.curing.program_files import ProgramFiles

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import CodeType

    _Compile = Callable[[str, str], CodeType]


class _EditedLoader(SourceFileLoader):
    """Loads a module from an edited source instead of its file."""

    def __init__(self, name: str, path: str, text: str, compiled: _Compile) -> None:
        super().__init__(name, path)
        self._text = text
        self._compiled = compiled

    def get_code(self, fullname: str) -> CodeType:
        """Return the edited source, compiled."""
        del fullname
        return self._compiled(self._text, self.path)

    def get_source(self, fullname: str) -> str:
        """Return the edited source."""
        del fullname
        return self._text


class _EditedFiles(MetaPathFinder):
    """Finds modules as Python does, and loads edited modules from their sources."""

    def __init__(
        self,
        texts: Mapping[str, str],
        compiled: _Compile,
        more: Callable[[str], str | None],
    ) -> None:
        self._compiled = compiled
        self._more = more
        self._texts = {os.path.realpath(file): text for file, text in texts.items()}

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> ModuleSpec | None:
        """Return the spec of an edited module; None for all other modules."""
        del target
        spec = PathFinder.find_spec(fullname, path)  # type: ignore[arg-type]
        origin = spec.origin if spec is not None else None
        text = self._text(origin) if origin else None
        if spec is None or origin is None or text is None:
            return None
        spec.loader = _EditedLoader(fullname, origin, text, self._compiled)
        return spec

    def _text(self, file: str) -> str | None:
        text = self._texts.get(os.path.realpath(file))
        return text if text is not None else self._more(file)

    def main(self, program: Program) -> Program:
        """Return the program with its own file edited."""
        file = program.code.co_filename
        text = self._text(file)
        if text is None:
            return program
        return replace(program, code=self._compiled(text, file), source=text)


def _as_it_stands(text: str, file: str) -> CodeType:
    return compile(text, file, "exec", dont_inherit=True)


def _no_more(_file: str) -> None:
    """Return None, so that Python itself loads every file without an edit."""


def _watching(order: Mapping[str, Any], own: ProgramFiles) -> _Compile:
    """Start watching the values that an order names; return the compile function."""
    from depyf.curing.noted_stores import with_notes
    from depyf.curing.watcher import Watched, Watcher

    watcher = Watcher([Watched(*one) for one in order["values"]], own.is_own)

    def finish() -> None:
        seen = json.dumps(watcher.stop())
        part = Path(f"{order['seen']}.part")  # the process may be killed while writing
        part.write_text(seen, encoding="utf-8")
        part.replace(order["seen"])

    def compiled(text: str, file: str) -> CodeType:
        tree = with_notes(ast.parse(text, file), order["names"])
        return compile(tree, file, "exec", dont_inherit=True)

    watcher.start()
    atexit.register(finish)
    return compiled


def main(order: str) -> int:
    """Run a program as the order file says; return the exit code."""
    given = json.loads(Path(order).read_text(encoding="utf-8"))
    texts: dict[str, str] = given["texts"]
    for file, text in texts.items():
        lines = text.splitlines(keepends=True)
        linecache.cache[file] = (len(text), None, lines, file)
    watch = given["watch"]
    if watch:
        own = ProgramFiles(watch["root"], watch["main"], texts)
        compiled = _watching(watch, own)
        edited = _EditedFiles(
            texts, compiled, lambda file: own.text(file) if own.is_own(file) else None
        )
    else:
        edited = _EditedFiles(texts, _as_it_stands, _no_more)
    if given.get("quick"):
        from depyf.capture.torch_compat.quick_backend import leave_out_inductor

        leave_out_inductor()
    if texts or watch:
        sys.meta_path.insert(0, edited)
    return run_program(
        given["arguments"],
        as_module=given["module"],
        directory=given["out"],
        provenance=False,
        prepared=edited.main,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
