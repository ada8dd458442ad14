"""Notice values that a library stores, which no line of the program does.

A scheduler sets the learning rate of an optimizer, for example.  The values that guards
ask of are read before the program calls a library and after that returns: where one is
another object then, this call stored it.
"""

from __future__ import annotations

from typing import Callable, Iterator, Mapping

_ABSENT = object()


class HeldValues:
    """The watched attributes and items, with the objects in them."""

    def __init__(self) -> None:
        self._held: dict[tuple[int, object], tuple[object, object]] = {}

    def hold(self, owner: object, key: object) -> None:
        """Remember an owner's value under a key; the owner is kept alive."""
        value = stored_value(owner, key)
        if value is not _ABSENT and (len(self._held) < _MOST or self._has(owner, key)):
            self._held[id(owner), key] = owner, value

    def refresh(self) -> None:
        """Remember the values again: earlier changes had another cause."""
        for _ in self.changed():
            pass

    def changed(self) -> Iterator[tuple[object, object]]:
        """Yield owner and key of each value that changed since the last look."""
        for at, (owner, value) in list(self._held.items()):
            now = stored_value(owner, at[1])
            if now is not value:
                self._held[at] = owner, now
                yield owner, at[1]

    def _has(self, owner: object, key: object) -> bool:
        return (id(owner), key) in self._held


_MOST = 200  # values that are held


def stored_value(owner: object, key: object) -> object:
    """Return the value under a key without running the program's own code."""
    readers: Mapping[type, Callable[[], object]] = {
        dict: lambda: dict.get(owner, key, _ABSENT),  # type: ignore[call-overload]
        list: lambda: list.__getitem__(owner, key),  # type: ignore[call-overload]
    }
    try:
        for kind, reader in readers.items():
            if isinstance(owner, kind):
                return reader()
        return object.__getattribute__(owner, "__dict__").get(key, _ABSENT)
    except (AttributeError, IndexError, TypeError):
        return _ABSENT
