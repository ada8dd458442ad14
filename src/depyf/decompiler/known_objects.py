"""Facts on the objects that a code object will read: data for a view.

`depyf.capture` makes it while torch holds the frame that is compiled. Nothing here
knows torch, and nothing that follows a place runs code of the objects on the way.
"""

from __future__ import annotations

from typing import Callable, Optional, Protocol, Tuple

#: ``(False, "name")`` is ``.name``, ``(True, key)`` is ``[key]``.
AccessStep = Tuple[bool, object]


class KnownPlace(Protocol):
    """An object, and how one gets to it from a variable."""

    @property
    def steps(self) -> tuple[AccessStep, ...]:
        """The way from the variable as people write it; it leads to the same object."""
        ...

    @property
    def is_reached(self) -> bool:
        """False for what a call gives, and what is read of that: no way leads there."""
        ...

    @property
    def kind(self) -> str:
        """Return the kind of a known object, or an empty string.

        ``list``, ``dict``, ``tensor``; of their methods ``dict.update``; of one that is
        taken from the class ``unbound dict``; ``new container`` for a class whose call
        makes a plain collection, ``new instance`` for an object that a call has made.
        """
        ...

    def attribute(self, name: str) -> KnownPlace | None:
        """Return the result of reading an attribute; None if it is not certain."""
        ...

    def item(self, key: object) -> KnownPlace | None:
        """Return the result of a subscription; None if it is not certain."""
        ...

    def result(self, argument: KnownPlace) -> KnownPlace | None:
        """Return the result of calling it with an argument, if no code runs."""
        ...

    def stores(self, name: str, value: KnownPlace | None) -> bool:
        """True if ``o.name = value`` does no more than to set it in ``o.__dict__``.

        Args:
            name: the attribute's.
            value: None for a tensor, number, text or collection that the code makes.
        """
        ...


#: From where a variable lives (``local``, ``free``, ``global``) and its name to what it
#: holds when the code begins; None where that is not known.
KnownObjects = Callable[[str, str], Optional[KnownPlace]]
