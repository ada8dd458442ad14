"""What two sides are compared by, and what is raised where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Hashable

if TYPE_CHECKING:
    from depyf.decompiler.validate.steps import Step


class MismatchError(Exception):
    """The sides differ: reason, and the step each of them is at."""

    def __init__(
        self,
        reason: str,
        original: Step | None = None,
        recompiled: Step | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.original = original
        self.recompiled = recompiled


@dataclass
class Comparison:
    """What the two sides are compared by.

    Args:
        same_kind: compares what new objects are made from.
        slot_name: names of the shared slots, for messages.
        spend: called once a pair; raises `MismatchError` when there were too many.
        same_raw: compares the raw operations of two events.
        only_looks: tells that of two reads of a local that may be unbound the first
            looks whether it is, and the second does not: what that does is undefined.
    """

    same_kind: Callable[[Hashable, Hashable], bool]
    slot_name: Callable[[int], str]
    spend: Callable[[], None]
    same_raw: Callable[[Step, Step], bool]
    only_looks: Callable[[Step, Step], bool]
