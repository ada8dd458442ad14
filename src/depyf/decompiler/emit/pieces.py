"""Lay out the pieces of a printed statement on lines.

A statement is printed as a flat list of pieces. `lay_out` puts them on one line if they
fit. Otherwise it breaks bracketed groups from the outside in, as black does. The
contents of a group go on one indented line. If they do not fit there, each part gets
its own line, with a trailing comma.
"""

from __future__ import annotations

import enum
from typing import NamedTuple, Sequence, Union


class Level(enum.IntEnum):
    """How tightly an expression binds, from the weakest level to the tightest."""

    YIELD = 0
    TUPLE = 1
    NAMED = 2
    TEST = 3
    OR = 4
    AND = 5
    NOT = 6
    COMPARE = 7
    BIT_OR = 8
    BIT_XOR = 9
    BIT_AND = 10
    SHIFT = 11
    SUM = 12
    PRODUCT = 13
    SIGN = 14
    POWER = 15
    AWAIT = 16
    ATOM = 17


_LEFT_ASSOCIATIVE = {
    "|": Level.BIT_OR,
    "^": Level.BIT_XOR,
    "&": Level.BIT_AND,
    "<<": Level.SHIFT,
    ">>": Level.SHIFT,
    "+": Level.SUM,
    "-": Level.SUM,
    "*": Level.PRODUCT,
    "@": Level.PRODUCT,
    "/": Level.PRODUCT,
    "//": Level.PRODUCT,
    "%": Level.PRODUCT,
}

#: For each operator, its own level and the weakest levels of both operands.
BINARY_LEVELS: dict[str, tuple[Level, Level, Level]] = {
    operator: (level, level, Level(level + 1))
    for operator, level in _LEFT_ASSOCIATIVE.items()
}
BINARY_LEVELS["**"] = (Level.POWER, Level.AWAIT, Level.SIGN)

#: For each operator, its level, which is also that of its operand, and its source.
UNARY_LEVELS: dict[str, tuple[Level, str]] = {
    "-": (Level.SIGN, "-"),
    "+": (Level.SIGN, "+"),
    "~": (Level.SIGN, "~"),
    "not": (Level.NOT, "not "),
}


#: Priorities of breaks. A broken group breaks lines at its highest priority. The
#: tighter an operator binds, the lower is the priority of its break.
COMMA = 200
WORD = 100

_SHORT = 8  # characters of an index with its brackets


class Open(NamedTuple):
    """Opens a group; a ``hidden`` group prints its brackets only when broken."""

    text: str
    hidden: bool = False


class Close(NamedTuple):
    """Closes a group; with ``comma``, a broken group ends in a comma."""

    text: str
    comma: bool = False
    hidden: bool = False


class Break(NamedTuple):
    """A point at which a line may be broken.

    Breaks after commas have priority `COMMA`, and come first. Breaks before words and
    operators have `WORD` or less.
    """

    priority: int = COMMA
    flat: str = " "


class Mark(NamedTuple):
    """The instructions of a code object that the statement shows here.

    ``is_leaf``: they only push a local variable or a constant.
    """

    owner: object
    origins: frozenset[int]
    is_leaf: bool = False


Piece = Union[str, Open, Close, Break, Mark]


def flat(pieces: Sequence[Piece]) -> str:
    """Return the pieces as one line."""
    return "".join(
        [
            piece if isinstance(piece, str) else _flat_text(piece)  # most are strings
            for piece in pieces
        ]
    )


def _flat_text(piece: Piece) -> str:
    if isinstance(piece, str):
        return piece
    if isinstance(piece, Mark):
        return ""
    if isinstance(piece, Break):
        return piece.flat
    return "" if piece.hidden else piece.text


class _Layout:
    """The layout of one statement."""

    def __init__(self, pieces: Sequence[Piece], limit: int, step: int) -> None:
        self.pieces = pieces
        self.limit = limit
        self.step = step
        self.ends = _matching(pieces)
        self.width = [0]
        for piece in pieces:
            self.width.append(self.width[-1] + len(_flat_text(piece)))
        self.lines: list[str] = []
        self.current: list[str] = []
        self.column = 0

    def text(self, text: str) -> None:
        self.current.append(text)
        self.column += len(text)

    def newline(self, indent: int) -> None:
        self.lines.append("".join(self.current).rstrip(" "))
        self.current = [" " * indent]
        self.column = indent

    def between(self, start: int, stop: int) -> int:
        return self.width[stop] - self.width[start]

    def tail(self, start: int) -> int:
        """Return the width from ``start`` to the next possible break."""
        total = 0
        for piece in self.pieces[start:]:
            if isinstance(piece, Break):
                break
            total += len(_flat_text(piece))
            if isinstance(piece, Open):
                break
        return total

    def run(self, indent: int) -> list[str]:
        self.text(" " * indent)
        indents = [indent]
        modes = [-1]
        index = 0
        while index < len(self.pieces):
            piece = self.pieces[index]
            if isinstance(piece, Open):
                end = self.ends[index]
                if self._fits(index, end):
                    self.text(flat(self.pieces[index : end + 1]))
                    index = end + 1
                    continue
                self.text(piece.text)
                indents.append(indents[-1] + self.step)
                modes.append(self._mode(index, end, indents[-1]))
                self.newline(indents[-1])
            elif isinstance(piece, Close):
                indents.pop()
                if modes.pop() == COMMA and piece.comma:
                    self.text(",")
                self.newline(indents[-1])
                self.text(piece.text)
            elif isinstance(piece, Break):
                if piece.priority == modes[-1]:
                    self.newline(indents[-1])
                else:
                    self.text(piece.flat)
            else:
                self.text(_flat_text(piece))
            index += 1
        self.lines.append("".join(self.current).rstrip(" "))
        return self.lines

    def _fits(self, start: int, end: int) -> bool:
        if self.between(start + 1, end) == 0 or self._is_short_index(start, end):
            return True
        needed = self.between(start, end + 1)
        if self.column + needed > self.limit:
            return False
        return self.column + needed + self.tail(end + 1) <= self.limit

    def _is_short_index(self, start: int, end: int) -> bool:
        """Return whether a group is a number in brackets: three lines say no more."""
        inner = flat(self.pieces[start : end + 1])
        return inner[:1] == "[" and len(inner) <= _SHORT and inner[1:-1].isdigit()

    def _mode(self, start: int, end: int, indent: int) -> int:
        """Return the priority of the breaks that split a group; -1 if unsplit."""
        priorities = []
        index = start + 1
        while index < end:
            piece = self.pieces[index]
            if isinstance(piece, Open):
                index = self.ends[index]
            elif isinstance(piece, Break):
                priorities.append(piece.priority)
            index += 1
        if indent + self.between(start + 1, end) <= self.limit:
            return -1
        return max(priorities, default=-1)


def _matching(pieces: Sequence[Piece]) -> dict[int, int]:
    ends: dict[int, int] = {}
    opened: list[int] = []
    for index, piece in enumerate(pieces):
        if isinstance(piece, Open):
            opened.append(index)
        elif isinstance(piece, Close):
            ends[opened.pop()] = index
    return ends


def lay_out(pieces: Sequence[Piece], indent: int, limit: int, step: int) -> list[str]:
    """Return the lines of one statement.

    Args:
        pieces: the pieces of the statement.
        indent: the number of spaces before its first line.
        limit: the width that lines should not exceed.
        step: the number of spaces for each level of broken brackets.
    """
    line = flat(pieces)
    if indent + len(line) <= limit or not any(isinstance(p, Open) for p in pieces):
        return [" " * indent + line]
    return _Layout(pieces, limit, step).run(indent)
