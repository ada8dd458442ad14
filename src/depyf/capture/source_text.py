"""Read the user's source from its files."""

from __future__ import annotations

import inspect
import linecache
import textwrap
import tokenize
from typing import Sequence

from depyf.regexes import regex

BEGINS_FUNCTION = regex(r"\s*(?:@|def\s|async\s+def\s)")
_BEGINS_OTHER_CODE = regex(r".*\b(?:class|lambda)\b")


def source_at(file: str, first_line: int) -> str:
    """Return the source of the function that begins at a line; empty if unknown.

    Args:
        file: a file of the running program.  For files that a log names, use
            `function_at`.
        first_line: the line, counted from 1.
    """
    return function_at(linecache.getlines(file), first_line)


def function_at(lines: Sequence[str], first_line: int) -> str:
    """Return the source of the function that begins at a line; empty if unknown.

    For a line inside a function, return the rest of the function: a resume function
    begins there.

    Args:
        lines: the lines of a file.
        first_line: the line, counted from 1.
    """
    first = max(first_line - 1, 0)
    if first >= len(lines):
        return ""
    begin = _begin_of_function(lines, first)
    return textwrap.dedent("".join(_block(lines, begin)[first - begin :]))


def _begin_of_function(lines: Sequence[str], at: int) -> int:
    """Return the index of the first line of the function around `at`; or else `at`."""
    if BEGINS_FUNCTION.match(lines[at]) or _BEGINS_OTHER_CODE.match(lines[at]):
        return at
    for begin in range(at - 1, -1, -1):
        is_function = BEGINS_FUNCTION.match(lines[begin])
        if is_function and begin + len(_block(lines, begin)) > at:
            return begin
    return at


def _block(lines: Sequence[str], begin: int) -> Sequence[str]:
    try:
        return inspect.getblock(lines[begin:])
    except (OSError, TypeError, IndexError, SyntaxError, tokenize.TokenError):
        return []
