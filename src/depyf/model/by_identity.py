"""Objects as keys by identity: to compare runs or frames is to compare their texts."""

from __future__ import annotations

from typing import Generic, TypeVar

_Object = TypeVar("_Object")


class ById(Generic[_Object]):
    """One object, equal only to itself, for `functools.lru_cache`."""

    def __init__(self, one: _Object) -> None:
        self.one = one

    def __hash__(self) -> int:
        return id(self.one)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and other.one is self.one
