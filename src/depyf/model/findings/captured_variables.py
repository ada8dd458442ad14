"""Name the variable in a closure's cell, from the source of the function."""

from __future__ import annotations

import symtable
from functools import lru_cache
from typing import TYPE_CHECKING, Iterator

if TYPE_CHECKING:
    import ast

    from depyf.model.detail_events import ProgramFile

_LAMBDA = "lambda"  # newer Pythons write it in angle brackets


def captured_variable(file: ProgramFile, node: ast.AST, key: object) -> str:
    """Return the name of the variable that a function captures.

    Args:
        file: the file of the function.
        node: the function or lambda.
        key: the name itself if it is known, else the number of the cell.

    Returns:
        The name; empty if the function has no such cell.
    """
    if not isinstance(key, int):
        return str(key or "")
    name = getattr(node, "name", _LAMBDA)
    found = _captured(file.text).get((name, getattr(node, "lineno", 0)), ())
    return found[key] if key < len(found) else ""


@lru_cache(maxsize=16)
def _captured(text: str) -> dict[tuple[str, int], tuple[str, ...]]:
    """Return the captured variables of each function, by its name and line.

    CPython sorts them by name, and numbers the cells in this order.
    """
    try:
        whole = symtable.symtable(text, "<program>", "exec")
    except (SyntaxError, ValueError):
        return {}
    return {
        (one.get_name().strip("<>"), one.get_lineno()): tuple(sorted(one.get_frees()))
        for one in _functions(whole)
    }


def _functions(table: symtable.SymbolTable) -> Iterator[symtable.Function]:
    for one in table.get_children():
        if isinstance(one, symtable.Function):
            yield one
        yield from _functions(one)
