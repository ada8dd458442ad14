"""Look up and compare objects by exact type, without running code of the objects.

``__class__`` may be a property, and a metaclass may define ``__eq__`` and ``__hash__``.
Neither is called here.
"""

from __future__ import annotations

from struct import pack
from typing import (
    TYPE_CHECKING,
    Callable,
    Generic,
    Hashable,
    Iterable,
    Mapping,
    TypeVar,
)

if TYPE_CHECKING:
    from typing_extensions import TypeGuard

T = TypeVar("T")
V = TypeVar("V")


class ByType(Generic[V]):
    """A table from types to values; a subclass of a type does not match.

    Args:
        entries: maps types to values.
    """

    def __init__(self, entries: Mapping[type, V]) -> None:
        # The types are kept alive: Python may give the id of a freed type to another
        # one.
        self._entries = {id(kind): (kind, one) for kind, one in entries.items()}

    def of(self, value: object) -> V | None:
        """Return the value of an object's exact type, or None."""
        found = self._entries.get(id(type(value)))
        return None if found is None else found[1]

    def __contains__(self, value: object) -> bool:
        """Return whether an object's exact type is in the table."""
        return id(type(value)) in self._entries


def is_a(value: object, kind: type[T]) -> TypeGuard[T]:
    """Return `isinstance(value, kind)` by the real type; `__class__` is not read."""
    return issubclass(type(value), kind)


def _itself(value: object) -> object:
    return value


# Floats are compared by their bits: zeros and NaNs have signs, NaNs have payloads.
_FORMS: dict[type, Callable[..., Hashable]] = {
    **dict.fromkeys((int, str, bytes, bool, type(None), type(Ellipsis)), _itself),
    float: lambda value: pack("<d", value),
    complex: lambda value: pack("<dd", value.real, value.imag),
}
_PARTS: dict[type, Callable[..., Iterable[object]]] = {
    tuple: iter,
    frozenset: iter,
    slice: lambda value: (value.start, value.stop, value.step),
}
#: The types of constants that contain no other constants.
SCALARS = ByType(_FORMS)
_CONTAINERS = ByType(_PARTS)


def constant_key(value: object, deepest: int = -1) -> Hashable:
    """Return a key that is equal only for constants of the same type and value.

    The keys of ``1``, ``1.0`` and ``True`` differ, and those of ``0.0`` and ``-0.0``.
    Containers are compared item by item. An object of any other type is neither hashed
    nor compared: its key is its id, which is valid while the object lives.

    Args:
        value: any object.
        deepest: a container nested more deeply than this has its id as key. A negative
            number means no limit.
    """
    kind = id(type(value))
    form = SCALARS.of(value)
    if form is not None:
        return kind, form(value)
    parts = None if deepest == 0 else _CONTAINERS.of(value)
    if parts is None:
        return kind, id(value)
    keys = [constant_key(item, deepest - 1) for item in parts(value)]
    return kind, frozenset(keys) if type(value) is frozenset else tuple(keys)
