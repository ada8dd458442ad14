"""The state at a pair of positions, and the functions that compare both sides."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Callable, Dict, Hashable

from depyf.decompiler.validate import value_numbers as vn
from depyf.decompiler.validate.steps import Step, is_named
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.validate.liveness import Side


class MismatchError(Exception):
    """The two sides differ; the error has the reason and the step of each side."""

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
    """The functions with which the two sides are compared.

    Args:
        same_kind: returns whether two kinds of new objects are equal.
        slot_name: returns the name of a shared slot, for messages.
        spend: called for each pair; raises `MismatchError` if there were too many.
        same_raw: returns whether the raw operations of two events are equal.
        only_looks: returns whether of two reads of a local that may be unbound, only
            the first checks it. The second read then has undefined behaviour.
    """

    same_kind: Callable[[Hashable, Hashable], bool]
    slot_name: Callable[[int], str]
    spend: Callable[[], None]
    same_raw: Callable[[Step, Step], bool]
    only_looks: Callable[[Step, Step], bool]


class EmptySlotError(Exception):
    """A temporary slot is read before it is written."""

    def __init__(self, slot: int) -> None:
        super().__init__(f"an empty stack slot is read ({slot})")


class Slots(Dict[int, vn.ValueNumber]):
    """An environment that raises an error when an empty slot is read."""

    def __missing__(self, slot: int) -> vn.ValueNumber:
        """Raises: EmptySlotError."""
        raise EmptySlotError(slot)


@dataclass
class State:
    """The state at a pair of positions.

    Args:
        original: the slots of the original.
        recompiled: the slots of the recompiled source.
        facts: booleans whose values were decided on the path to here.
        dirty: named locals written since the last event.
        prune_above: the number of slots above which dead ones are removed. It only
            limits the cost, so copies and joins start with 0.
    """

    original: vn.Environment
    recompiled: vn.Environment
    facts: dict[vn.ValueNumber, bool] = field(default_factory=dict)
    dirty: set[int] = field(default_factory=set)
    prune_above: int = 0

    def copy(self) -> State:
        """Return a state that can be changed independently."""
        return State(
            Slots(self.original),
            Slots(self.recompiled),
            dict(self.facts),
            set(self.dirty),
        )


def new_objects(slots: vn.Environment) -> list[vn.NumberTuple]:
    """Return new objects that have not escaped, those of named locals first."""
    ordered = sorted(slots.items(), reverse=True)
    pending = [item for _, item in ordered if isinstance(item, tuple)]
    found: dict[vn.NumberTuple, None] = {}
    for item in pending:
        if item[0] == "new":
            found[item] = None
        elif item[0] not in vn.OPAQUE_HEADS:
            pending.extend(part for part in item[1:] if isinstance(part, tuple))
    return list(found)


def pruned(
    side: Side,
    block: int,
    index: int,
    slots: vn.Environment,
    keep: frozenset[int] = frozenset(),
) -> vn.Environment:
    """Return the slots without dead temporaries.

    Args:
        side: the side that the slots belong to.
        block: the current block.
        index: the current step of the block.
        slots: all slots.
        keep: other temporary slots to keep.
    """
    is_live = side.liveness[block].is_live
    return Slots(
        (slot, item)
        for slot, item in slots.items()
        if is_named(slot) or slot in keep or is_live(slot, index)
    )


def joined(stored: State, arriving: State, fresh: vn.FreshNumbers) -> State | None:
    """Return the facts that hold in both states; None if they are the stored state."""
    join = vn.Join(fresh)
    sides = []
    changed = not arriving.dirty <= stored.dirty
    for known, new in (
        (stored.original, arriving.original),
        (stored.recompiled, arriving.recompiled),
    ):
        slots = Slots()
        for slot, item in known.items():
            if slot in new:
                slots[slot] = join.join(item, new[slot])
        changed = changed or len(slots) != len(known)
        sides.append(slots)
    facts: dict[vn.ValueNumber, bool] = {}
    for item, value in stored.facts.items():
        image = join.image(item)
        if image is not None and arriving.facts.get(image) == value:
            facts[item] = value
    if not (changed or join.changed or len(facts) != len(stored.facts)):
        return None
    return State(sides[0], sides[1], facts, stored.dirty | arriving.dirty)
