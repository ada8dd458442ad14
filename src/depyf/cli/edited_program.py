"""Runs a program with edited sources in place of its files: the child of `depyf cure`.

    python -m depyf.cli.edited_program ORDER.json

The order names texts by file, the program's arguments, and where its dump goes.  The
files themselves stay as they are; code, line numbers and tracebacks are of the texts.
"""

from __future__ import annotations

import json
import linecache
import os
import sys
from dataclasses import replace
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Mapping

from depyf.cli.program import Program, run_program

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import CodeType


class _EditedLoader(SourceFileLoader):
    """Loads a module from a text in place of its file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        """Return the compiled text."""
        del fullname
        return compile(self._text, self.path, "exec", dont_inherit=True)

    def get_source(self, fullname: str) -> str:
        """Return the text."""
        del fullname
        return self._text


class _EditedFiles(MetaPathFinder):
    """Finds modules as Python does, and loads edited ones from their texts."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {os.path.realpath(file): text for file, text in texts.items()}

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> ModuleSpec | None:
        """Find an edited module; None for all others."""
        del target
        spec = PathFinder.find_spec(fullname, path)  # type: ignore[arg-type]
        origin = spec.origin if spec is not None else None
        text = self._texts.get(os.path.realpath(origin)) if origin else None
        if spec is None or origin is None or text is None:
            return None
        spec.loader = _EditedLoader(fullname, origin, text)
        return spec

    def main(self, program: Program) -> Program:
        """Return the program with its own file edited."""
        file = program.code.co_filename
        text = self._texts.get(os.path.realpath(file))
        if text is None:
            return program
        code = compile(text, file, "exec", dont_inherit=True)
        return replace(program, code=code, source=text)


def main(order: str) -> int:
    """Run what an order asks for; return the exit code."""
    given = json.loads(Path(order).read_text(encoding="utf-8"))
    texts: dict[str, str] = given["texts"]
    for file, text in texts.items():
        lines = text.splitlines(keepends=True)
        linecache.cache[file] = (len(text), None, lines, file)
    edited = _EditedFiles(texts)
    if texts:
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
