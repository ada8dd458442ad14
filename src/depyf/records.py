"""Dataclasses that cost little to define and to make: depyf has hundreds of them.

`dataclasses.dataclass` writes and compiles up to six functions for each class.  That
took half of the time of importing depyf, and the user's program waits for it.  Here
only ``__init__`` is compiled, when the first instance is made: a run makes instances
of half of the classes.  The other functions are shared by all classes.

Type checkers see the library's decorator, so they report a change of a frozen instance.
Nothing checks that at run time.
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
    """Return `__eq__` over the values of a class's fields, and `__hash__` or None."""
    names = [field.name for field in dataclasses.fields(cls) if field.compare]
    values: Callable[[object], object] = attrgetter(*names) if names else type

    def equal(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented  # type: ignore[no-any-return]  # as Python wants
        return values(self) == values(other)

    hashed = (lambda self: hash(values(self))) if is_hashable else None
    return {"__eq__": equal, "__hash__": hashed}


def _init_made_at_first_call(cls: type) -> Callable[..., None]:
    """Return an `__init__` that a class has until its first instance is made."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401, N807
        init = _compiled_init(cls)
        setattr(cls, "__init__", init)  # noqa: B010 - mypy allows no assignment
        init(self, *args, **kwargs)

    return __init__


def _compiled_init(cls: type) -> Callable[..., None]:
    """Return the `__init__` that sets the fields of a class, as the library's does."""
    missing = dataclasses.MISSING
    parameters, lines = ["self"], ["pass"]
    names: dict[str, object] = {"_missing": missing, "__name__": cls.__module__}
    for one in dataclasses.fields(cls):
        default, value = f"_default_{one.name}", one.name
        if one.default_factory is not missing:
            names[default] = one.default_factory
            value = f"{default}()"
            if one.init:
                parameters.append(f"{one.name}=_missing")
                value += f" if {one.name} is _missing else {one.name}"
        elif one.default is not missing:
            names[default] = one.default
            parameters += [f"{one.name}={default}"] * one.init
        else:
            parameters += [one.name] * one.init
        if one.init or one.default_factory is not missing:
            lines.append(f"self.{one.name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    text = f"def __init__({', '.join(parameters)}):\n  " + "\n  ".join(lines)
    exec(text, names)
    init: Any = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init  # type: ignore[no-any-return]


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
    dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
    if init and "__init__" not in vars(cls):
        setattr(cls, "__init__", _init_made_at_first_call(cls))  # noqa: B010
    shared: dict[str, object] = {"__repr__": _repr}
    if eq:
        shared.update(_comparing(cls, is_hashable=frozen))
    for name, function in shared.items():
        if vars(cls).get(name) is None:  # what a class says itself stays
            setattr(cls, name, function)
    return cls


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass
