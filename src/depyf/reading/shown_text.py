r"""Show strangers' text in a terminal: nothing in it moves the cursor.

A name in a compiled file may hold escape codes, which a terminal obeys, or letters that
turn the direction of a line.  What a person reads shows them as Python writes them in a
string: ``\x1b``.
"""

from __future__ import annotations

__all__ = ["visible", "visible_line"]

_KEPT = "\n\t"


def visible(text: str) -> str:
    r"""Return a text with visible characters only; line ends and tabs stay.

    >>> print(visible("a\x1b[31m\nb\u202e"))
    a\x1b[31m
    b\u202e
    """
    return _escaped(text, _KEPT)


def visible_line(text: str) -> str:
    r"""Return a text as one line of visible characters.

    >>> print(visible_line("a\nb\tc"))
    a\nb\tc
    """
    return _escaped(text, "")


def _escaped(text: str, kept: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        one if one in kept or one.isprintable() else repr(one)[1:-1] for one in text
    )
