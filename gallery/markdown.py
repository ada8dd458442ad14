"""Markdown that the pages are made of."""

from __future__ import annotations

import re
from typing import Iterable, Sequence

_SPECIAL = re.compile(r"([\\|*_<>\[\]#])")


def escaped(text: str) -> str:
    r"""Returns plain text as Markdown, fit for a cell.

    >>> escaped("a|b_c")
    'a\\|b\\_c'
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()).replace("`", "'"))


def prose(text: str) -> str:
    r"""Returns text in which only the code between backquotes is Markdown.

    >>> prose("set `a_b` of c_d")
    'set `a_b` of c\\_d'
    """
    parts = text.split("`")
    return "`".join(
        part if number % 2 else _SPECIAL.sub(r"\\\1", part)
        for number, part in enumerate(parts)
    )


def code(text: str) -> str:
    """Returns text as code, fit for a cell."""
    return "`{}`".format(" ".join(text.split()).replace("`", "'").replace("|", "\\|"))


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int) -> str:
    """Returns a table whose last columns, so many, are numbers."""
    words = len(head) - numbers
    rule = ["---"] * words + ["---:"] * numbers
    lines = [head, rule, *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def size(count: float) -> str:
    """Returns a number of bytes as people say it.

    >>> size(0), size(812), size(39300)
    ('0', '812 B', '39.3 kB')
    """
    if count < 1e3:
        return f"{count:.0f} B" if count else "0"
    unit, scaled = ("kB", count / 1e3) if count < 1e6 else ("MB", count / 1e6)
    return f"{scaled:.1f} {unit}"


def first_of(texts: Sequence[str], most: int) -> str:
    """Returns the first texts, and how many more there are.

    >>> first_of(["a", "b", "c"], 2), first_of(["a", "b"], 2)
    ('a, b and 1 more', 'a, b')
    """
    more = len(texts) - most
    shown = ", ".join(texts[:most])
    return f"{shown} and {more} more" if more > 0 else shown


def counted(number: int, thing: str, plural: str = "") -> str:
    """Returns a number and what it counts.

    >>> counted(1, "break"), counted(2, "break"), counted(0, "break")
    ('1 break', '2 breaks', 'no break')
    """
    if number == 0:
        return f"no {thing}"
    return f"{number:,} {thing if number == 1 else plural or thing + 's'}"
