"""Keep lines within a width, and count what does not fit."""

from __future__ import annotations

from typing import Callable, Iterable, Sequence

from depyf.regexes import regex

WIDTH = 240
_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
# A word: a text in quotes, or characters between blanks.
_WORD = regex(rf"(?:{_QUOTED}|\S)+")
# Within brackets, a line may end before an attribute's dot, but not within quotes.
_ATTRIBUTE = regex(rf"{_QUOTED}|(?<=[\w)\]])(?P<dot>\.)[^\W\d]")


def fitted(
    head: str, items: Sequence[str], rest: str, width: int = WIDTH, one: str = ""
) -> str:
    """Return `head` with as many items as fit, and the number of the other items.

    >>> fitted("in: ", ["a.py", "another.py", "b.py"], "{} more", 20)
    'in: a.py, 2 more'

    Args:
        head: the text in front of the items.
        items: the items to list.
        rest: the words for the items that are left out; ``{}`` becomes their number.
        width: the most characters of the result.
        one: the words for a single item that is left out, if they differ.
    """
    # Each item has at least one character, so at most `width` items can fit.
    for count in range(min(len(items), width), 0, -1):
        left = len(items) - count
        words = one if one and left == 1 else rest.format(left)
        shown = [*items[:count], *([words] if left else [])]
        line = head + ", ".join(shown)
        if len(line) <= width:
            return line
    return head + (rest.format(len(items)) if items else "")


def in_rows(
    items: Iterable[str], text_of: Callable[[Sequence[str]], str], width: int
) -> list[str]:
    """Return lines, each with as many items as fit within a width.

    >>> in_rows(["a", "b", "c"], ", ".join, 4)
    ['a, b', 'c']
    """
    rows: list[list[str]] = []
    for item in items:
        if not rows or len(text_of([*rows[-1], item])) > width:
            rows.append([])
        rows[-1].append(item)
    return list(map(text_of, rows))


def wrapped(line: str, indent: str, width: int = WIDTH) -> list[str]:
    """Break a line between words if it is too long, and return the lines."""
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


def broken(text: str, width: int) -> list[str]:
    """Return bracketed Python source as lines, broken between words.

    A word that is too long is broken before an attribute's dot.  Existing line breaks
    stay.

    >>> broken("first.name == other.name", 14)
    ['first.name ==', '    other.name']
    """
    lines: list[str] = []
    for line in text.split("\n"):
        if len(line) <= width:
            lines.append(line)
            continue
        pieces = [
            piece
            for word in _words(line)
            for piece in (_at_attributes(word) if len(word) > width else [word])
        ]
        current = line[: len(line) - len(line.lstrip())]
        space = f"{current}    "
        for piece in pieces:
            if current.strip() and len(current) + len(piece.rstrip()) > width:
                lines.append(current.rstrip())
                current = space
            current += piece
        lines.append(current.rstrip())
    return lines


def _words(line: str) -> list[str]:
    """Return the words of a line, each with a blank after it."""
    return [f"{found.group()} " for found in _WORD.finditer(line)]


def _at_attributes(word: str) -> list[str]:
    dots = [one.start("dot") for one in _ATTRIBUTE.finditer(word) if one["dot"]]
    return [word[a:b] for a, b in zip([0, *dots], [*dots, len(word)])]
