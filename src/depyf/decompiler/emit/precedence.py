"""How tightly Python's expressions bind."""

from __future__ import annotations

import enum


class Level(enum.IntEnum):
    """Strength of binding, weakest first; an operand names the weakest it takes."""

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
