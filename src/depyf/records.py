"""Define dataclasses faster than the standard library does: depyf has hundreds.

`dataclasses.dataclass` writes and compiles up to six functions for each class.  This
took half of the time of importing depyf, for which the user's program waits.  Here only
``__init__`` is compiled; all classes share the other functions.

Type checkers see the library's decorator, so they report an assignment to a frozen
instance.  Nothing checks it at run time.
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


def _comparing(cls: type, *, is_hashable: bool) -> dict[str, object]:
    """Return `__eq__`, which compares the fields of a class, and `__hash__` or None."""
    names = [field.name for field in dataclasses.fields(cls) if field.compare]
    values: Callable[[object], object] = attrgetter(*names) if names else type

    def equal(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented  # type: ignore[no-any-return]  # as Python wants
        return values(self) == values(other)

    hashed = (lambda self: hash(values(self))) if is_hashable else None
    return {"__eq__": equal, "__hash__": hashed}


def _dataclass(
    cls: type | None = None, *, init: bool = True, eq: bool = True, frozen: bool = False
) -> object:
    """Make a class a dataclass, as `dataclasses.dataclass` does.

    Args:
        cls: the class; None if the decorator is called, as in ``@dataclass(eq=False)``.
        init: whether to add ``__init__``.
        eq: whether instances with equal fields are equal.
        frozen: whether instances are hashable, if `eq` is set.
    """
    if cls is None:
        return partial(_dataclass, init=init, eq=eq, frozen=frozen)
    dataclasses.dataclass(init=init, repr=False, eq=False)(cls)
    shared: dict[str, object] = {"__repr__": _repr}
    if eq:
        shared.update(_comparing(cls, is_hashable=frozen))
    for name, function in shared.items():
        if vars(cls).get(name) is None:  # keep what the class defines itself
            setattr(cls, name, function)
    return cls


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass
