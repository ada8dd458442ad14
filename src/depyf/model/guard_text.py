"""Reads one guard as torch prints it: expression, source, the user's line.

``L['a'] is True   # return x if a else y  # me/x.py:11 in f`` before,
``GuardPart("L['a'] is True", python=True, source="L['a']", user_line=...)`` after.
"""

from __future__ import annotations

import re

from depyf.model.events import GuardPart, SourceLine
from depyf.model.python_text import parsed_expression

_NEW_LINE = re.compile(r"[\n\r\f\v]")
_LOCATION = re.compile(r"^(?P<file>.+):(?P<line>\d+)(?: in (?P<function>.+))?$")
_SOURCE = re.compile(r"[LG]\[(?:'[^']*'|\"[^\"]*\")\](?:\.\w+|\[[^\[\]]*\])*")
# What torch appends to an expression for the reader: it is not Python.
_REMARK = re.compile(
    r"\s*(?P<remark>(?:, type=<|\(HINT: |HINT: |against \{).*)$", re.DOTALL
)


def guard_part(text: str, kind: str = "") -> GuardPart:
    """Return the parts of one guard; never raises, whatever torch printed."""
    expression, user_line = _split_comment(text.strip())
    remark = ""
    found = None if is_expression(expression) else _REMARK.search(expression)
    if found is not None and is_expression(expression[: found.start()]):
        expression, remark = expression[: found.start()], found["remark"]
    source = _SOURCE.search(expression)
    return GuardPart(
        expression=expression,
        python=is_expression(expression),
        remark=remark.lstrip(", "),
        source=source.group() if source else "",
        kind=kind,
        user_line=user_line,
    )


def is_expression(text: str) -> bool:
    """Return whether `text` is one Python expression on one line, without a comment."""
    return not _NEW_LINE.search(text) and parsed_expression(text) is not None


def _split_comment(text: str) -> tuple[str, SourceLine | None]:
    """Split ``EXPRESSION  # USER SOURCE LINE  # FILE:LINE in FUNCTION``.

    The source line may lack, and may hold the separator itself.
    """
    before, separator, place = text.rpartition("  # ")
    location = _LOCATION.match(place.strip()) if separator else None
    if location is None:
        return text.partition("  # ")[0].strip(), None
    expression, _, line = before.partition("  # ")
    return expression.strip(), SourceLine(
        file=location["file"].strip(),
        line=int(location["line"]),
        function=(location["function"] or "").strip(),
        text=line.strip(),
    )
