r"""Escape the control characters of untrusted text before a terminal shows it.

A name in a compiled file may hold escape codes, which a terminal obeys, or characters
that change the direction of a line.  They are shown as Python writes them in a string:
``\x1b``.
"""

from __future__ import annotations

__all__ = ["visible", "visible_line"]

_KEPT = "\n\t"


def visible(text: str) -> str:
    r"""Return a text with its unprintable characters escaped, except newlines and tabs.

    >>> print(visible("a\x1b[31m\nb\u202e"))
    a\x1b[31m
    b\u202e
    """
    return _escaped(text, _KEPT)


def visible_line(text: str) -> str:
    r"""Return a text as one line, with all unprintable characters escaped.

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
