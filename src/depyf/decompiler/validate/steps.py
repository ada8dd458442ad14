"""One side of a validation: a `Function` as steps on numbered slots.

A step does one thing. Most steps are silent: they only move values or create immutable
ones. The others are events, which both sides must do together. Positive slots are named
locals, with the same numbers on both sides. Negative slots are temporaries of one side:
stack slots, results, and locals of the shown source that only carry values.
"""

from __future__ import annotations

import enum
from typing import Hashable, Tuple, Union

from depyf.records import dataclass

#: A slot number, or the known value of a leaf that is not a variable.
Operand = Union[int, Tuple[Hashable, ...]]

EXCEPTION_SLOT = -1
PREVIOUS_EXCEPTION_SLOT = -2
#: The operand and the result of a truth test, until the next other event.
TESTED_SLOT = -3
ANSWER_SLOT = -4
TESTED_SLOTS = frozenset({TESTED_SLOT, ANSWER_SLOT})
FIRST_TEMPORARY_SLOT = -5

#: The id of the block that stands for leaving the function by an exception.
OUTSIDE = -(1 << 40)


def is_named(slot: int) -> bool:
    """Return whether a slot is a named local, which both sides have."""
    return slot > 0


class Kind(enum.IntEnum):
    """The kind of a step."""

    MOVE = 0  # target = operand
    IDENTITY = 1  # target = operand is operand
    UNBIND = 2  # target becomes unbound
    NOT = 3  # target = not operand, a boolean
    JUMP = 4  # go to targets[0]
    DECIDE = 5  # go to targets[0] or targets[1], by a boolean operand
    RERAISE = 6  # go to the handler with operand
    CHECK = 7  # an event if operand may be unbound
    PURE = 8  # target = label(operands), a value without identity; an event if large
    NEW = 9  # target = a new object of kind label; an event if large
    TRUTH = 10  # an event unless the truth of operand is known
    COMPARE = 11  # an event unless both operands are simple constants
    ITERATE = 12  # an event unless iter(operand) is known to be operand
    ATTRIBUTE = 13  # an event unless it is a method that adds to a list or set
    MERGE = 14  # an event unless it fills an empty dict from a plain new one
    DISPLAY = 15  # a NEW one that hashes items: an event unless they are constants
    UNPACK = 16  # targets = items of operand; an event unless they are known
    BINARY = 17  # an event unless it joins two texts that are constants
    EVENT = 18  # always an event


SILENT_BELOW = Kind.CHECK


@dataclass
class Step:
    """One step.

    Args:
        kind: what it does.
        targets: the slots that it sets (for events, one for each result), or the block
            ids of a jump.
        operands: the slots and values that it uses.
        label: must be equal on the other side (kind of operation, payload).
        raises: whether it may raise an exception.
        ends: whether it leaves the function (``return``, ``raise``).
        flags: facts about its results.
        origins: the offsets of its instructions.
        exits: the block ids it may go to. Only the first exit sets the results.
    """

    kind: Kind
    targets: tuple[int, ...] = ()
    operands: tuple[Operand, ...] = ()
    label: Hashable = None
    raises: bool = False
    ends: bool = False
    flags: int = 0
    origins: frozenset[int] = frozenset()
    exits: tuple[int, ...] = ()


@dataclass
class StepBlock:
    """The steps of a basic block; the last step leaves the block."""

    id: int
    steps: list[Step]
    handler: int = OUTSIDE
    order: int = 0


def exits_of(block: StepBlock) -> tuple[int, ...]:
    """Return the ids of the blocks that may follow, without the handler."""
    last = block.steps[-1]
    if last.kind in (Kind.JUMP, Kind.DECIDE):
        return last.targets
    return last.exits
