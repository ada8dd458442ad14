"""Find where the program sets an environment variable."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import index_of, line_of
from depyf.model.findings.syntax_parts import constant, last_name

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine

_SOFT = "setdefault"  # only sets a variable that is missing
_SETTERS = ("setenv", "putenv", "delenv", "unsetenv", "pop")


def environment_stores(
    files: Sequence[ProgramFile], name: str
) -> tuple[SourceLine, ...]:
    """Return the lines that set an environment variable.

    Lines with ``setdefault`` are returned only if no other line sets the variable.
    """
    found = tuple(dict.fromkeys(_set_at(files, name, _SETTERS)))
    return found or tuple(dict.fromkeys(_set_at(files, name, (_SOFT,))))


def _set_at(
    files: Sequence[ProgramFile], name: str, setters: Sequence[str]
) -> Iterator[SourceLine]:
    for file in files:
        index = index_of(file)
        for store in index.stores.get(name, ()):
            is_item = store.kind is Kind.KEY and store.owner is not None
            if isinstance(store.node, ast.Call) and last_name(store.node.func) == _SOFT:
                continue
            if store.kind is Kind.KEYWORD or (
                is_item and last_name(store.owner or store.node) == "environ"
            ):
                yield line_of(file, store.line)
        for one in setters:
            for call in index.calls.get(one, ()):
                if call.args and constant(call.args[0]) == name:
                    yield line_of(file, call.lineno)
