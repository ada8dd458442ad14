"""Tell objects apart by exact type, and by content where comparing is safe.

Neither the object nor its type is asked anything: ``__class__`` may be a property, and
a metaclass may define ``__eq__`` and ``__hash__``.
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
    """A table from types to values; subclasses do not match.

    Args:
        entries: by type.
    """

    def __init__(self, entries: Mapping[type, V]) -> None:
        # The types are kept: an id belongs to one object only as long as that lives.
        self._entries = {id(kind): (kind, one) for kind, one in entries.items()}

    def of(self, value: object) -> V | None:
        """Return the value for the type of an object, or None."""
        found = self._entries.get(id(type(value)))
        return None if found is None else found[1]

    def __contains__(self, value: object) -> bool:
        """True for an object of one of the types."""
        return id(type(value)) in self._entries


def is_a(value: object, kind: type[T]) -> TypeGuard[T]:
    """Return whether an object has a type or a subclass, whatever it claims itself."""
    return issubclass(type(value), kind)


def _itself(value: object) -> object:
    return value


# By their bits: zeros and NaNs have signs, and NaNs have payloads.
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
#: Constants without parts.
SCALARS = ByType(_FORMS)
_CONTAINERS = ByType(_PARTS)


def constant_key(value: object, deepest: int = -1) -> Hashable:
    """Return a key that is equal only for constants of one type and value.

    ``1``, ``1.0``, ``True``; ``0.0`` and ``-0.0`` differ; containers are compared item
    by item. Objects of any other type are neither hashed nor compared: each equals
    itself, for as long as it lives.

    Args:
        value: any object.
        deepest: containers nested deeper equal only themselves, too.
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
