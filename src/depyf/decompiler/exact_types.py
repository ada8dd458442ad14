"""Tables by the exact type of an object, for objects of any kind.

Neither the object nor its type is asked anything: ``__class__`` may be a property, and
a metaclass may define ``__eq__`` and ``__hash__``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Mapping, TypeVar

if TYPE_CHECKING:
    from typing_extensions import TypeGuard

T = TypeVar("T")
V = TypeVar("V")


class ByType(Generic[V]):
    """What belongs to objects of some types, subclasses left out.

    Args:
        entries: by type.
    """

    def __init__(self, entries: Mapping[type, V]) -> None:
        # The types are kept: an id belongs to one object only as long as that lives.
        self._entries = {id(kind): (kind, one) for kind, one in entries.items()}

    def of(self, value: object) -> V | None:
        """What belongs to the type of an object, None if nothing does."""
        found = self._entries.get(id(type(value)))
        return None if found is None else found[1]

    def __contains__(self, value: object) -> bool:
        """True for an object of one of the types."""
        return id(type(value)) in self._entries


def is_a(value: object, kind: type[T]) -> TypeGuard[T]:
    """True for an object of a type or a subclass, whatever it says itself."""
    return issubclass(type(value), kind)
