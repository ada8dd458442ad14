"""One side of a validation: a `Function` as steps over numbered slots.

A step does one thing. Most are silent (they only move values or make immutable
ones); the others are events, which both sides have to take together. Slots above
zero are named locals, numbered alike on both sides; temporary slots are below zero
and belong to one side (stack slots, results, locals that only carry values of the
shown text).
"""

from __future__ import annotations

import enum
from typing import Hashable, Tuple, Union

from depyf.records import dataclass

#: A slot number, or what a leaf that is no variable is known to be.
Operand = Union[int, Tuple[Hashable, ...]]

EXCEPTION_SLOT = -1
PREVIOUS_EXCEPTION_SLOT = -2
#: Operand and answer of a truth test, until the next event of another kind.
TESTED_SLOT = -3
ANSWER_SLOT = -4
TESTED_SLOTS = frozenset({TESTED_SLOT, ANSWER_SLOT})
FIRST_TEMPORARY_SLOT = -5

#: Block id of the place outside where an exception that nobody handles goes.
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
    JUMP = 4  # to targets[0]
    DECIDE = 5  # on a boolean operand to targets[0] or targets[1]
    RERAISE = 6  # operand goes to the handler
    CHECK = 7  # an event where operand may be unbound
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
        targets: slots it sets (events: one per result); block ids of a jump.
        operands: what it works on.
        label: what has to be equal on the other side (kind of operation, payload).
        raises: an exception may leave it.
        ends: nothing follows it but the exception (``return``, ``raise``).
        flags: facts about its results.
        origins: offsets of its instructions.
        exits: block ids it goes to, with the results set on the first only.
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
    """The steps of a basic block; the last one leaves it."""

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
