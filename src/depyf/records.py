"""Dataclasses that cost little to define and to make: depyf has hundreds of them.

`dataclasses.dataclass` writes and compiles up to six functions for each class, which is
half of what importing depyf takes, in somebody else's process; and a frozen one sets
its attributes by `object.__setattr__`, at three times the cost.  Here only ``__init__``
is written; the others are shared.  Type checkers see the real decorator, and hold what
is frozen to it; at run time nobody is kept from a change.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Callable

__all__ = ["dataclass"]


@recursive_repr()
def _repr(self: Any) -> str:  # noqa: ANN401 - any dataclass
    shown = (
        f"{field.name}={getattr(self, field.name)!r}"
        for field in dataclasses.fields(self)
        if field.repr
    )
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _compare(cls: type, *, is_hashable: bool) -> None:
    """Give a class `__eq__`, over the values of its fields, and `__hash__` or none."""
    fields = dataclasses.fields(cls)
    names = [field.name for field in fields if field.compare]
    values: Callable[[object], object] = attrgetter(*names) if names else type

    def equal(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented  # type: ignore[no-any-return]  # as Python wants
        return values(self) == values(other)

    own = vars(cls)
    if own.get("__hash__") is None:
        made = (lambda self: hash(values(self))) if is_hashable else None
        setattr(cls, "__hash__", made)  # noqa: B010 - a type checker would refuse it
    if "__eq__" not in own:
        setattr(cls, "__eq__", equal)  # noqa: B010


def _dataclass(
    cls: type | None = None, *, init: bool = True, eq: bool = True, frozen: bool = False
) -> object:
    """Make a class a dataclass, as `dataclasses.dataclass` does.

    Args:
        cls: the class; None with arguments in parentheses.
        init: give it ``__init__``.
        eq: instances are equal if their fields are.
        frozen: they are hashable then.
    """
    if cls is None:
        return partial(_dataclass, init=init, eq=eq, frozen=frozen)
    dataclasses.dataclass(init=init, repr=False, eq=False)(cls)
    if "__repr__" not in vars(cls):
        setattr(cls, "__repr__", _repr)  # noqa: B010
    if eq:
        _compare(cls, is_hashable=frozen)
    return cls


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass
