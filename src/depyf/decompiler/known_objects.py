"""Facts, for a readable view, about the objects that a code object will read.

`depyf.capture` makes it while torch holds the frame that is compiled. Nothing here
knows torch, and nothing that follows a place runs code of the objects on the way.
"""

from __future__ import annotations

from typing import Callable, Optional, Protocol, Tuple

#: ``(False, "name")`` is ``.name``, ``(True, key)`` is ``[key]``.
AccessStep = Tuple[bool, object]


class KnownPlace(Protocol):
    """An object, and the path to it from a variable."""

    @property
    def steps(self) -> tuple[AccessStep, ...]:
        """The path from the variable as people write it, to the same object."""
        ...

    @property
    def is_reached(self) -> bool:
        """False for the result of a call and for what is read from it."""
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
        """Return whether ``o.name = value`` only sets the name in ``o.__dict__``.

        Args:
            name: the attribute's.
            value: None for a tensor, number, text or collection that the code makes.
        """
        ...


#: From where a variable lives (``local``, ``free``, ``global``) and its name to what it
#: holds when the code begins; None where that is not known.
KnownObjects = Callable[[str, str], Optional[KnownPlace]]
