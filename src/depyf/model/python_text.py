r"""Parse and compile Python source without running it and without warnings.

The compiler warns about other people's text (``"\d"``, ``x is 1``); such a warning must
neither appear nor, where a program turns warnings into exceptions, hide the text.
``warnings.catch_warnings`` would reset the program's once-per-location registry, so
a filter that fits only our file name is put into the list and taken out again.
"""

from __future__ import annotations

import ast
import re
import warnings
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Iterator, List, Tuple, cast

_FILE = "<text shown by depyf>"
_LONE_RETURN = re.compile(r"\r(?!\n)")
_NEW_LINE = re.compile(r"[\n\r\f]")
_NEVER_DEEP = 300  # characters; each level takes one at least
_MOST_LEVELS = 150
_Filter = Tuple[str, object, type, object, int]
_QUIET: _Filter = ("ignore", None, Warning, re.compile(re.escape(_FILE)), 0)
_UNREADABLE = (SyntaxError, ValueError, MemoryError, RecursionError)


@lru_cache(maxsize=2)  # one asks for the function in a text, the next for its arguments
def parsed(text: str) -> ast.Module | None:
    """Return the module for `text`; None if it is not Python.

    Not to be changed. Its lines are those between newlines. A text with a return alone
    is None: Python takes it for the end of a line.
    """
    if _LONE_RETURN.search(text):
        return None
    try:
        with _quiet():
            return ast.parse(text, _FILE)
    except _UNREADABLE:
        return None


def parsed_expression(text: str) -> ast.expr | None:
    """Return the expression for `text`; None if it is not an expression.

    A comment is not part of an expression here, and none is nested very deep.
    """
    try:
        with _quiet():
            if "#" in text:  # a comment would swallow the second parenthesis
                ast.parse(f"({text})", _FILE, "eval")
            tree = ast.parse(text, _FILE, "eval")
    except _UNREADABLE:
        return None
    return None if len(text) > _NEVER_DEEP and _is_deep(tree.body) else tree.body


def _is_deep(tree: ast.AST) -> bool:
    """Return whether an expression is nested deeper than people write.

    Whoever looks through an expression calls itself for each level of it.
    """
    level = [tree]
    for _ in range(_MOST_LEVELS):
        level = [below for node in level for below in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True


def dotted(node: ast.AST) -> str:
    """Return ``torch.nn.Linear`` for such an expression; empty for others."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def is_literal(statement: ast.stmt) -> bool:
    """Return whether a statement is a literal alone, as a docstring is."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def text_of(node: ast.expr, text: str) -> str:
    """Return the source of a node in `text`, like `ast.get_source_segment`.

    That splits the whole text into lines at each call: of one line there is no need.
    """
    if text.isascii() and not _NEW_LINE.search(text):
        return text[node.col_offset : node.end_col_offset]
    return ast.get_source_segment(text, node) or ""


@lru_cache(maxsize=32)
def compiles(text: str) -> bool:
    """Return whether `text` compiles as a module; none of it runs."""
    try:
        with _quiet():
            compile(text, _FILE, "exec", dont_inherit=True)
    except _UNREADABLE:
        return False
    return True


@contextmanager
def _quiet() -> Iterator[None]:
    filters = cast("List[_Filter]", warnings.filters)
    filters.insert(0, _QUIET)
    try:
        yield
    finally:
        with suppress(ValueError):  # another thread may have reset the filters
            filters.remove(_QUIET)
