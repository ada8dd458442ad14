"""A fast replacement for enumerations: a fixed set of objects in a class.

Type checkers treat such a class as an enumeration. Up to CPython 3.11, each access to a
member of a real enumeration calls a hook. These calls were a twentieth of the
instructions that decompiling executed.

>>> class Size(Members):
...     SMALL = "small"
...     LARGE = "large"
>>> Size.SMALL, Size("large") is Size.LARGE
(<Size.SMALL: 'small'>, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enum import Enum

    Members = Enum
else:

    class Members:
        """The base of fixed sets of objects; class attributes become members."""

        __slots__ = ("name", "value")

        def __init_subclass__(cls) -> None:
            cls._members = {}
            for name, value in list(vars(cls).items()):
                if not name.startswith("_"):
                    member = object.__new__(cls)
                    member.name, member.value = name, value
                    cls._members[value] = member
                    setattr(cls, name, member)

        def __new__(cls, value: object) -> Members:  # noqa: PYI034 - not a new one
            """Return the member that has a value."""
            if value not in cls._members:
                raise ValueError(f"{value!r} is no {cls.__name__}")
            return cls._members[value]

        def __reduce__(self) -> tuple:
            """Let copies and unpickled objects be the member itself."""
            return type(self), (self.value,)

        def __repr__(self) -> str:
            return f"<{self}: {self.value!r}>"

        def __str__(self) -> str:
            return f"{type(self).__name__}.{self.name}"
