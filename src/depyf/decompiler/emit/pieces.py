"""Lay out pieces of a printed statement into lines, by how tightly they bind.

A statement is printed as a flat list of pieces. `lay_out` puts them on one line if
they fit; otherwise it breaks bracketed groups from the outside in, in the style of
black: the contents go on one indented line, or each part on a line of its own with a
trailing comma.
"""

from __future__ import annotations

import enum
from typing import NamedTuple, Sequence, Union


class Level(enum.IntEnum):
    """Strength of binding, weakest first; an operand names the weakest it accepts."""

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

#: Operator -> its own level, that of the left operand, that of the right one.
BINARY_LEVELS: dict[str, tuple[Level, Level, Level]] = {
    operator: (level, level, Level(level + 1))
    for operator, level in _LEFT_ASSOCIATIVE.items()
}
BINARY_LEVELS["**"] = (Level.POWER, Level.AWAIT, Level.SIGN)

#: Operator -> its own level, which is that of the operand, too; its text.
UNARY_LEVELS: dict[str, tuple[Level, str]] = {
    "-": (Level.SIGN, "-"),
    "+": (Level.SIGN, "+"),
    "~": (Level.SIGN, "~"),
    "not": (Level.NOT, "not "),
}


#: Breaks of one group: the highest priority that it has ends lines. That of an
#: operator is the lower, the tighter it binds.
COMMA = 200
WORD = 100


class Open(NamedTuple):
    """Opens a group; a ``hidden`` group prints its brackets only when broken."""

    text: str
    hidden: bool = False


class Close(NamedTuple):
    """Closes a group; ``comma`` lets a broken group end in a comma."""

    text: str
    comma: bool = False
    hidden: bool = False


class Break(NamedTuple):
    """A point where a line may break: after a comma first, then before a word.

    See `COMMA` and `WORD` for the priorities.
    """

    priority: int = COMMA
    flat: str = " "


class Mark(NamedTuple):
    """The instructions of a code object that are shown here.

    ``is_leaf``: all they do is push a local variable or a constant.
    """

    owner: object
    origins: frozenset[int]
    is_leaf: bool = False


Piece = Union[str, Open, Close, Break, Mark]


def flat(pieces: Sequence[Piece]) -> str:
    """Returns the pieces on one line."""
    return "".join(
        [
            piece if isinstance(piece, str) else _flat_text(piece)  # most are text
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
    """One statement being laid out."""

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
        """Return the width of what must stay on the same line before the next break."""
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
        if self.between(start + 1, end) == 0:
            return True
        needed = self.between(start, end + 1)
        if self.column + needed > self.limit:
            return False
        return self.column + needed + self.tail(end + 1) <= self.limit

    def _mode(self, start: int, end: int, indent: int) -> int:
        """Return the priority of the breaks that end a line here; -1 for none."""
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
    """Returns the lines of one statement.

    Args:
        pieces: the statement.
        indent: spaces before its first line.
        limit: width that lines should not exceed.
        step: spaces per level of broken brackets.
    """
    line = flat(pieces)
    if indent + len(line) <= limit or not any(isinstance(p, Open) for p in pieces):
        return [" " * indent + line]
    return _Layout(pieces, limit, step).run(indent)
