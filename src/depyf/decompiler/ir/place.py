"""Pieces of the original text, as far as the code object tells them."""

from __future__ import annotations

from typing import NamedTuple

from depyf.decompiler.ir.constant import Constant

_RETURN = "return "


class Place(NamedTuple):
    """A piece of the original text: lines from 1, columns in bytes from 0."""

    line: int
    column: int
    end_line: int
    end_column: int


def before_constant(place: Place, constant: object) -> Place | None:
    """Where the ``return`` of a constant stands, on the same line as is usual.

    Args:
        place: that of the instruction, which may be that of the constant.
        constant: the payload of what is returned.

    Returns:
        None if it cannot be told.
    """
    width = place.end_column - place.column
    if constant == Constant(None) and width != len("None"):
        return place  # a bare `return`, or what it was made from, as a `break`
    if place.line != place.end_line:
        return None
    return place._replace(column=max(0, place.column - len(_RETURN)))
