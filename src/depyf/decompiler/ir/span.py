"""Pieces of the original text, as far as the code object tells them."""

from __future__ import annotations

from typing import NamedTuple

from depyf.decompiler.ir.constant import Constant

_RETURN = "return "


class Span(NamedTuple):
    """A piece of the original text: lines from 1, columns in bytes from 0."""

    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def width(self) -> int | None:
        """How many columns it takes; None if it goes on on another line."""
        return self.end_column - self.column if self.line == self.end_line else None


def before_constant(span: Span, constant: object) -> Span | None:
    """Where the ``return`` of a constant stands, on the same line as is usual.

    Args:
        span: that of the instruction, which may be that of the constant.
        constant: the payload of what is returned.

    Returns:
        None if it cannot be told.
    """
    if constant == Constant(None) and span.width != len("None"):
        return span  # a bare `return`, or what it was made from, as a `break`
    if span.width is None:
        return None
    return span._replace(column=max(0, span.column - len(_RETURN)))
