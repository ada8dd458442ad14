"""Reads one guard as torch prints it: expression, source, the user's line.

``L['a'] is True   # return x if a else y  # me/x.py:11 in f`` before,
``GuardPart("L['a'] is True", python=True, source="L['a']", user_line=...)`` after.
"""

from __future__ import annotations

import ast
import re

from depyf.model.events import GuardPart, SourceLine

_LOCATION = re.compile(r"^(?P<file>.+):(?P<line>\d+)(?: in (?P<function>.+))?$")
_SOURCE = re.compile(r"[LG]\[(?:'[^']*'|\"[^\"]*\")\](?:\.\w+|\[[^\[\]]*\])*")


def guard_part(text: str, kind: str = "") -> GuardPart:
    """Return the parts of one guard; never raises, whatever torch printed."""
    expression, _, comment = text.strip().partition("  # ")
    expression = expression.strip()
    source = _SOURCE.search(expression)
    return GuardPart(
        expression=expression,
        python=is_expression(expression),
        source=source.group() if source else "",
        kind=kind,
        user_line=_user_line(comment.strip()),
    )


def is_expression(text: str) -> bool:
    """Return whether `text` is one Python expression on one line."""
    if "\n" in text or "#" in text:
        return False
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True


def _user_line(comment: str) -> SourceLine | None:
    """Read ``USER SOURCE LINE  # FILE:LINE in FUNCTION``; the first half may lack."""
    if not comment:
        return None
    text, separator, place = comment.rpartition("  # ")
    location = _LOCATION.match((place if separator else comment).strip())
    if location is None:
        return None
    return SourceLine(
        file=location["file"].strip(),
        line=int(location["line"]),
        function=(location["function"] or "").strip(),
        text=text.strip() if separator else "",
    )
