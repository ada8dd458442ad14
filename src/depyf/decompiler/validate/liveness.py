"""Find the temporary slots that may still be read at a step.

Straight-line code may have many thousands of slots, nearly all of which are used only
there. Listing the live slots at each step would be slow. Instead, the steps that read
or write a slot are searched.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import field
from typing import TYPE_CHECKING, Iterable, Mapping

from depyf.decompiler.validate.steps import (
    EXCEPTION_SLOT,
    OUTSIDE,
    SILENT_BELOW,
    Kind,
    StepBlock,
    exits_of,
    is_named,
)
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.validate.value_numbers import ValueNumber

_EMPTY: frozenset[int] = frozenset()
_NO_EVENTS: tuple[int, ...] = ()


class BlockLiveness:
    """The live temporary slots of one block.

    Attributes:
        live_in: the slots that are live at the start.
    """

    def __init__(self, block: StepBlock) -> None:
        """Record which steps use each slot; `update` adds facts of other blocks."""
        self.live_in: frozenset[int] = _EMPTY
        self._out: frozenset[int] = _EMPTY
        self._handler: frozenset[int] = _EMPTY
        # Twice the number of the step for a read, and one more for a write.
        self._events: dict[int, list[int]] = {}
        self._raises: list[int] = []
        for index, step in enumerate(block.steps):
            reads = {
                one
                for one in step.operands
                if isinstance(one, int) and not is_named(one)
            }
            for slot in reads:
                self._events.setdefault(slot, []).append(2 * index)
            if step.kind not in (Kind.JUMP, Kind.DECIDE):
                for slot in step.targets:
                    if not is_named(slot) and slot not in reads:
                        self._events.setdefault(slot, []).append(2 * index + 1)
            if step.kind >= SILENT_BELOW or step.kind is Kind.RERAISE:
                self._raises.append(index)
        self._exposed = {
            slot for slot, events in self._events.items() if not events[0] % 2
        }

    def is_live(self, slot: int, index: int) -> bool:
        """Return whether a slot's value before a step may still be read."""
        events = self._events.get(slot, _NO_EVENTS)
        place = bisect_left(events, 2 * index)
        following = events[place] if place < len(events) else None
        if following is not None and not following % 2:
            return True
        if slot in self._handler and self._is_seen(index, following):
            return True
        return following is None and slot in self._out

    def _is_seen(self, index: int, written: int | None) -> bool:
        """Return whether a handler may be entered before the slot is written."""
        place = bisect_left(self._raises, index)
        if place == len(self._raises):
            return False
        return written is None or self._raises[place] <= written // 2

    def update(self, after: Iterable[frozenset[int]], handler: frozenset[int]) -> bool:
        """Update the live slots from the next blocks; return whether any changed."""
        self._out = _EMPTY.union(*after)
        self._handler = handler - {EXCEPTION_SLOT}
        around = self._out | self._handler
        live = self._exposed.union(slot for slot in around if self.is_live(slot, 0))
        changed = live != self.live_in
        self.live_in = frozenset(live)
        return changed


def liveness_of(blocks: Mapping[int, StepBlock]) -> dict[int, BlockLiveness]:
    """Return the liveness of each block, by block id."""
    found = {block.id: BlockLiveness(block) for block in blocks.values()}
    pending = sorted(blocks.values(), key=lambda block: -block.order)
    changed = True
    while changed:
        changed = False
        for block in pending:
            handler = _EMPTY if block.id == OUTSIDE else found[block.handler].live_in
            after = [found[target].live_in for target in exits_of(block)]
            changed |= found[block.id].update(after, handler)
    return found


@dataclass
class Side:
    """One side of the comparison: a function as steps.

    Args:
        entry: the id of the entry block.
        blocks: the blocks by id, `OUTSIDE` included.
        start: the values of the slots on entry.
        liveness: the live temporary slots of each block.
    """

    entry: int
    blocks: dict[int, StepBlock]
    start: dict[int, ValueNumber] = field(default_factory=dict)
    liveness: dict[int, BlockLiveness] = field(default_factory=dict)
