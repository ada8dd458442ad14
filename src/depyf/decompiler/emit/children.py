"""The texts of code nested in code that is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.decompiler.emit.function_text import ChildSource, FunctionText


class Children:
    """The texts of nested code, each asked for once."""

    def __init__(self, source: ChildSource) -> None:
        self._source = source
        self._texts: dict[int, FunctionText] = {}

    def text(self, code: object) -> FunctionText:
        """Returns the text of a code unit."""
        if id(code) not in self._texts:
            self._texts[id(code)] = self._source(code)
        return self._texts[id(code)]
