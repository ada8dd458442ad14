r"""Parse and compile Python source without running it and without warnings.

The compiler warns about source such as ``"\d"`` or ``x is 1``.  Such a warning must not
appear, and must not become an exception in programs that turn warnings into exceptions.
``warnings.catch_warnings`` would reset the program's record of shown warnings.  So this
module temporarily inserts a filter that only matches its own file name.
"""

from __future__ import annotations

import ast
import re
import warnings
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Iterator, List, Tuple, cast

from depyf.regexes import regex

_FILE = "<text shown by depyf>"
_LONE_RETURN = regex(r"\r(?!\n)")
_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_NEVER_DEEP = 300  # characters; a shorter text is never nested too deep
_MOST_LEVELS = 150
_Filter = Tuple[str, object, type, object, int]
_QUIET: _Filter = ("ignore", None, Warning, re.compile(re.escape(_FILE)), 0)
_UNREADABLE = (SyntaxError, ValueError, MemoryError, RecursionError)


@lru_cache(maxsize=2)  # callers often parse the same text several times in a row
def parsed(text: str) -> ast.Module | None:
    """Return the syntax tree of `text`; None if it is not Python.

    The tree is cached, so do not change it. A text with a carriage return that no
    newline follows gives None: Python would count it as the end of a line.
    """
    if _LONE_RETURN.search(text):
        return None
    try:
        with _quiet():
            return ast.parse(text, _FILE)
    except _UNREADABLE:
        return None


def parsed_statement(text: str) -> ast.stmt | None:
    """Return the syntax tree of a single statement; None for other texts."""
    tree = parsed(text)
    return tree.body[0] if tree is not None and len(tree.body) == 1 else None


def parsed_expression(text: str) -> ast.expr | None:
    """Return the syntax tree of an expression; None if `text` is not an expression.

    A text with a comment, or one that is nested very deep, gives None as well.
    """
    try:
        with _quiet():
            if "#" in text:  # a comment would hide the closing parenthesis: an error
                ast.parse(f"({text})", _FILE, "eval")
            tree = ast.parse(text, _FILE, "eval")
    except _UNREADABLE:
        return None
    return None if len(text) > _NEVER_DEEP and _is_deep(tree.body) else tree.body


def _is_deep(tree: ast.AST) -> bool:
    """Return whether an expression is nested deeper than 150 levels.

    Functions that walk an expression recurse once for each level.
    """
    level = [tree]
    for _ in range(_MOST_LEVELS):
        level = [below for node in level for below in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True


def dotted(node: ast.AST) -> str:
    """Return a dotted name such as ``torch.nn.Linear``; empty for other expressions."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def is_literal(statement: ast.stmt) -> bool:
    """Return whether a statement is only a literal, such as a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def text_of(node: ast.expr | ast.stmt, text: str) -> str:
    """Return the source of a node in `text`, like `ast.get_source_segment`.

    The library splits the whole text for each node; here a text is split once.
    """
    lines = _lines(text)[node.lineno - 1 : node.end_lineno]
    if len(lines) == 1 and lines[0].isascii():
        return lines[0][node.col_offset : node.end_col_offset]
    parts = [line.encode() for line in lines] or [b""]
    parts[-1] = parts[-1][: node.end_col_offset]
    parts[0] = parts[0][node.col_offset :]
    return b"".join(parts).decode()


@lru_cache(maxsize=16)
def _lines(text: str) -> list[str]:
    """Split a text where Python's parser begins a new line; the ends stay."""
    return _LINE.findall(text)


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
