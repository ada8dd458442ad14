"""Constants in values, which are equal by type and content, or by identity."""

from __future__ import annotations

from depyf.decompiler.exact_types import SCALARS, constant_key


class Constant:
    """A constant that is equal only to the same value of the same type.

    ``1``, ``1.0`` and ``True`` differ, as do ``0.0`` and ``-0.0``. Containers are
    compared item by item. An object of another type is equal only to itself; Dynamo
    puts such objects into ``co_consts``.
    """

    __slots__ = ("_key", "value")

    def __init__(self, value: object) -> None:
        """Args: value: any object; it is never hashed or compared itself."""
        self.value: object = value
        self._key = constant_key(value, MAX_DEPTH)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Constant({constant_text(self.value)})"


# Python refuses to print integers of more than 4,300 digits in decimal.
_LONGEST_DECIMAL_BITS = 10_000
#: Containers nested deeper than this are compared by identity, not by content.
MAX_DEPTH = 60


def constant_text(value: object, depth: int = 0) -> str:
    """Return a constant as a string, without calling any code of the program."""
    if depth < MAX_DEPTH and type(value) is tuple:
        return f"({', '.join(constant_text(one, depth + 1) for one in value)})"
    if type(value) is int and value.bit_length() > _LONGEST_DECIMAL_BITS:
        return hex(value)
    return repr(value) if value in SCALARS else f"<{type(value).__name__}>"
