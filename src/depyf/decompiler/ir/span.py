"""Pieces of the original text, as far as the code object tells them."""

from __future__ import annotations

from typing import NamedTuple


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
