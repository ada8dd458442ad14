"""Notice values that a library stores, not a line of the program.

For example, a scheduler sets the learning rate of an optimizer.  The values that guards
check are read before the program calls a library and after the call.  If a value is
another object then, this call stored it.
"""

from __future__ import annotations

from typing import Callable, Iterator, Mapping

_ABSENT = object()


class HeldValues:
    """The watched attributes and items, and the objects that they hold."""

    def __init__(self) -> None:
        self._held: dict[tuple[int, object], tuple[object, object]] = {}

    def hold(self, owner: object, key: object) -> None:
        """Remember the value that an owner holds under a key; keep the owner alive."""
        value = stored_value(owner, key)
        if value is not _ABSENT and (len(self._held) < _MOST or self._has(owner, key)):
            self._held[id(owner), key] = owner, value

    def refresh(self) -> None:
        """Remember the current values, because earlier changes had another cause."""
        for _ in self.changed():
            pass

    def changed(self) -> Iterator[tuple[object, object]]:
        """Yield the owner and key of each value that changed; keep the new value."""
        for at, (owner, value) in list(self._held.items()):
            now = stored_value(owner, at[1])
            if now is not value:
                self._held[at] = owner, now
                yield owner, at[1]

    def _has(self, owner: object, key: object) -> bool:
        return (id(owner), key) in self._held


_MOST = 200  # the most values that are remembered


def stored_value(owner: object, key: object) -> object:
    """Return the value of an item or attribute without running the program's code."""
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
