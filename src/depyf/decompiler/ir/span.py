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


def before_constant(span: Span, constant: object) -> Span | None:
    """Where the ``return`` of a constant stands, on the same line as is usual.

    Args:
        span: that of the instruction, which may be that of the constant.
        constant: the payload of what is returned.

    Returns:
        None if it cannot be told.
    """
    width = span.end_column - span.column
    if constant == Constant(None) and width != len("None"):
        return span  # a bare `return`, or what it was made from, as a `break`
    if span.line != span.end_line:
        return None
    return span._replace(column=max(0, span.column - len(_RETURN)))
