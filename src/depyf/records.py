"""Dataclasses as the standard library's, made in a quarter of the time.

depyf has some 160 of them, and with the standard decorator more than half of the time
to import it went into making them: up to Python 3.12 that compiles six pieces of source
for each.  Here each compiles one, its `__init__`; equality, hash, text and the refusal
to be changed are shared.  Everything else (fields, inheritance, `replace`, pattern
matching) is the standard decorator's own doing.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Callable

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    from dataclasses import dataclass as _standard

    def dataclass(
        cls: type | None = None,
        *,
        frozen: bool = False,
        init: bool = True,
        eq: bool = True,
    ) -> Callable[[type], type] | type:
        """Make a class a dataclass.

        Args:
            cls: the class; without it a decorator is returned.
            frozen: refuse changes, and have a hash.
            init: make an `__init__`.
            eq: make an `__eq__`.
        """

        def made(cls: type) -> type:
            _standard(cls, init=False, repr=False, eq=False)
            if init:
                _replace(cls, "__init__", _initializer(cls, frozen=frozen))
            if eq:
                _add_comparison(cls, hashable=frozen)
            if "__repr__" not in cls.__dict__:
                cls.__repr__ = _text
            if frozen:
                cls.__setattr__, cls.__delattr__ = _refuse_to_set, _refuse_to_delete
            return cls

        return made if cls is None else made(cls)


def _initializer(cls: type, *, frozen: bool) -> Callable[..., None]:
    """Compile an `__init__` that takes and stores the fields."""
    names: dict[str, object] = {"_set": object.__setattr__, "_MADE": _MADE}
    parameters, body = ["self"], []
    for field in _fields(cls):
        name, default = field.name, f"_of_{field.name}"
        value, is_made = name, field.default_factory is not MISSING
        if is_made:
            names[default] = field.default_factory
            value = f"{default}() if {name} is _MADE else {name}"
        elif field.default is not MISSING:
            names[default] = field.default
        if field.init:
            shown = "_MADE" if is_made else default
            parameters.append(f"{name}={shown}" if default in names else name)
        elif is_made:
            value = f"{default}()"
        else:
            continue
        body.append(
            f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}"
        )
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    lines = "\n ".join(body or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n {lines}", names)
    made: Callable[..., None] = names["__init__"]  # type: ignore[assignment]
    made.__annotations__ = {f.name: f.type for f in _fields(cls) if f.init}
    made.__annotations__["return"] = None
    return made


def _add_comparison(cls: type, *, hashable: bool) -> None:
    """Give a class equality by its fields, and a hash; what it has itself stays."""
    content = _content([f.name for f in _fields(cls) if f.compare])
    own = cls.__dict__

    def equal(self: object, other: object) -> object:
        if other.__class__ is self.__class__:
            return content(self) == content(other)
        return NotImplemented

    def hash_of(self: object) -> int:
        return hash(content(self))

    # Python puts None where a class defines its equality and no hash.
    if own.get("__hash__") is None and ("__hash__" not in own or "__eq__" in own):
        if hashable:
            _replace(cls, "__hash__", hash_of)
        else:
            cls.__hash__ = None  # type: ignore[assignment]
    if "__eq__" not in own:
        _replace(cls, "__eq__", equal)


def _content(names: list[str]) -> Callable[[object], object]:
    """Return what reads the values of some attributes, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    only = attrgetter(names[0])
    return lambda one: (only(one),)


def _replace(cls: type, name: str, function: Callable[..., object]) -> None:
    function.__qualname__ = f"{cls.__qualname__}.{name}"
    setattr(cls, name, function)


def _fields(cls: type) -> tuple[Field[Any], ...]:
    return fields(cls)  # type: ignore[arg-type, unused-ignore]


@recursive_repr()
def _text(self: object) -> str:
    shown = _fields(type(self))
    texts = (f"{f.name}={getattr(self, f.name)!r}" for f in shown if f.repr)
    return f"{type(self).__qualname__}({', '.join(texts)})"


def _refuse_to_set(_self: object, name: str, _value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


class _Made:
    """Stands for a value that a default factory makes."""

    def __repr__(self) -> str:
        return "<factory>"


_MADE = _Made()
