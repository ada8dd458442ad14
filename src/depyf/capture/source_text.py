"""The user's own text, from the file it stands in."""

from __future__ import annotations

import inspect
import linecache
import textwrap


def source_at(file: str, first_line: int) -> str:
    """Returns the function that begins at a line of a file, empty if unknown."""
    lines = linecache.getlines(file)[max(first_line - 1, 0) :]
    try:
        return textwrap.dedent("".join(inspect.getblock(lines))) if lines else ""
    except (OSError, TypeError, IndexError, SyntaxError):
        return ""
