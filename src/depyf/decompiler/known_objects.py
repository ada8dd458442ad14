"""Describe the objects that a code object will read, for a readable view.

`depyf.capture` supplies the objects while torch holds the frame that is compiled. This
module does not import torch. Following a path runs no code of the objects on it.
"""

from __future__ import annotations

from typing import Callable, Optional, Protocol, Tuple

#: A step of a path: ``(False, "name")`` is ``.name``, ``(True, key)`` is ``[key]``.
AccessStep = Tuple[bool, object]


class KnownPlace(Protocol):
    """An object, and the path to it from a variable."""

    @property
    def steps(self) -> tuple[AccessStep, ...]:
        """The path from the variable to the object, in the form that people write."""
        ...

    @property
    def is_reached(self) -> bool:
        """False for the result of a call, and for objects read from it."""
        ...

    @property
    def kind(self) -> str:
        """The kind of the object if it is a known one, or an empty string.

        ``list``, ``dict`` and ``tensor`` are objects of these types. ``dict.update`` is
        a method of one, ``unbound dict`` a method taken from the class.
        ``new container`` is a class whose call creates a plain collection,
        ``new instance`` an object that a call created.
        """
        ...

    def attribute(self, name: str) -> KnownPlace | None:
        """Return the attribute of the object; None if it is not certain."""
        ...

    def item(self, key: object) -> KnownPlace | None:
        """Return the item of the object; None if it is not certain."""
        ...

    def result(self, argument: KnownPlace) -> KnownPlace | None:
        """Return the result of calling the object, or None if that could run code."""
        ...

    def stores(self, name: str, value: KnownPlace | None) -> bool:
        """Return whether ``o.name = value`` only sets the name in ``o.__dict__``.

        Args:
            name: the name of the attribute.
            value: the stored object; None for a tensor, number, string or collection
                that the code creates.
        """
        ...


#: Returns the object that a variable holds when the code begins, or None if unknown.
#: Its arguments are the scope (``local``, ``free``, ``global``) and the name.
KnownObjects = Callable[[str, str], Optional[KnownPlace]]
