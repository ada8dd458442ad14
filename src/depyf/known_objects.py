"""What is known of the objects that a code object is going to read: data for a view.

`depyf.capture` makes it while torch holds the frame that is compiled. Nothing here
knows torch, and nothing that follows a place runs code of the objects on the way.
"""

from __future__ import annotations

from typing import Callable, Optional, Protocol, Tuple

#: ``(False, "name")`` is ``.name``, ``(True, key)`` is ``[key]``.
Step = Tuple[bool, object]


class KnownPlace(Protocol):
    """An object, and how one gets to it from a variable."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The way from the variable as people write it; it leads to the same object."""
        ...

    @property
    def kind(self) -> str:
        """``list``, ``dict``, ``tensor``; of a method ``dict.update``; else empty."""
        ...

    def attribute(self, name: str) -> KnownPlace | None:
        """What reading an attribute gives; None where that is not known for sure."""
        ...

    def item(self, key: object) -> KnownPlace | None:
        """What a subscription gives; None where that is not known for sure."""
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
