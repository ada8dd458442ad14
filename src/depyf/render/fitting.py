"""Keeps lines within a width; what does not fit is counted."""

from __future__ import annotations

from typing import Sequence

WIDTH = 240


def fitted(head: str, items: Sequence[str], rest: str, width: int = WIDTH) -> str:
    """Return `head` with as many items as fit, and how many more there are.

    >>> fitted("in: ", ["a.py", "another.py", "b.py"], "{} more", 20)
    'in: a.py, 2 more'

    Args:
        head: the text in front.
        items: what is listed.
        rest: says what is left out; ``{}`` is its number.
        width: of the whole, in characters.
    """
    for count in range(len(items), 0, -1):
        left = len(items) - count
        shown = [*items[:count], *([rest.format(left)] if left else [])]
        line = head + ", ".join(shown)
        if len(line) <= width:
            return line
    return head + (rest.format(len(items)) if items else "")


def wrapped(line: str, indent: str, width: int = WIDTH) -> list[str]:
    """Return a line as several where it is too long, broken between words."""
    if len(line) <= width:
        return [line]
    lines = [""]
    for word in line.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(f"{indent}{word}")
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] or lines[0] == "" else word
    lines[0] = lines[0][1:] if lines[0].startswith(" ") else lines[0]
    return lines
