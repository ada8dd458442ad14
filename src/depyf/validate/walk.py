"""Silent steps: how one side gets from one event to the next."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from depyf.validate.classes import (
    FALSE,
    ITERATOR,
    TRUE,
    UNBOUND,
    Class,
    ClassTuple,
    Environment,
    FreshClasses,
    constant_of,
    identity_test,
    is_boolean,
    may_be_unbound,
    negation,
    pure_class,
    truth_of,
)
from depyf.validate.containers import adding_method
from depyf.validate.steps import (
    ANSWER_SLOT,
    EXCEPTION_SLOT,
    TESTED_SLOT,
    Kind,
    Operand,
    Side,
    Step,
)

if TYPE_CHECKING:
    from depyf.validate.states import State

# A run of silent steps that crosses this many blocks (times the size of the
# function) goes on for ever: every event-free cycle repeats before.
_ROUNDS = 16


class Stop(enum.Enum):
    """Why a run of silent steps ended."""

    EVENT = "event"
    FORK = "fork"
    DIVERGES = "diverges"


@dataclass
class Position:
    """Where a side is: before step ``index`` of ``block``."""

    block: int
    index: int


class Walker:
    """Runs the silent steps of one side.

    Args:
        side: the steps.
        fresh: gives serial numbers of new objects.
    """

    def __init__(self, side: Side, fresh: FreshClasses) -> None:
        self.side = side
        self._fresh = fresh
        self._limit = _ROUNDS * len(side.blocks) + 64

    def run(
        self, position: Position, slots: Environment, state: State
    ) -> tuple[Stop, Class | None, bool]:
        """Moves ``position`` to the next event, changing the side's slots.

        Returns:
            Why it stopped, the undecided boolean at a fork, and whether a block was
            left on the way.
        """
        crossed = 0
        while crossed < self._limit:
            block = self.side.blocks[position.block]
            steps = block.steps
            index = position.index
            target: int | None = None
            while target is None:
                step = steps[index]
                position.index = index
                kind = step.kind
                if kind >= Kind.CHECK:
                    if not _passes_silently(step, slots):
                        return Stop.EVENT, None, crossed > 0
                elif kind is Kind.JUMP:
                    target = step.targets[0]
                elif kind is Kind.DECIDE:
                    test, wanted = _undecided(_read(slots, step.operands[0]))
                    known = truth_of(test)
                    if known is None:
                        known = state.facts.get(test)
                    if known is None:
                        return Stop.FORK, test, crossed > 0
                    target = step.targets[0 if known == wanted else 1]
                elif kind is Kind.RERAISE:
                    slots[EXCEPTION_SLOT] = _read(slots, step.operands[0])
                    target = block.handler
                else:
                    self._perform(step, slots, state.dirty)
                index += 1
            position.block, position.index = target, 0
            crossed += 1
        return Stop.DIVERGES, None, True

    def _perform(self, step: Step, slots: Environment, dirty: set[int]) -> None:
        kind = step.kind
        target = step.targets[0]
        if kind is Kind.MOVE:
            result = _read(slots, step.operands[0])
        elif kind is Kind.UNBIND:
            result = UNBOUND
        elif kind is Kind.NOT:
            result = negation(_read(slots, step.operands[0]))
        else:
            items = tuple(_read(slots, operand) for operand in step.operands)
            if kind is Kind.IDENTITY:
                result = identity_test(items[0], items[1])
            elif kind is Kind.PURE:
                result = pure_class(str(step.label), items)
            else:
                result = ("new", self._fresh.serial(), step.label, *items)
        slots[target] = result
        if target > 0:
            dirty.add(target)


def read_operands(slots: Environment, step: Step) -> tuple[Class, ...]:
    """Classes of what a step works on."""
    return tuple(_read(slots, operand) for operand in step.operands)


def _read(slots: Environment, operand: Operand) -> Class:
    return slots[operand] if isinstance(operand, int) else operand


def _passes_silently(step: Step, slots: Environment) -> bool:
    """Performs an event that turns out to be none; False if it is one."""
    kind = step.kind
    if kind is Kind.EVENT:
        return False
    item = _read(slots, step.operands[0])
    if kind is Kind.CHECK:
        return not may_be_unbound(item)
    result: Class | None = None
    if kind is Kind.TRUTH:
        if is_boolean(item):
            result = item
        elif slots.get(TESTED_SLOT) == item:
            result = slots[ANSWER_SLOT]
        else:
            known = truth_of(item)
            result = None if known is None else (TRUE if known else FALSE)
    elif kind is Kind.ITERATE:
        result = item if isinstance(item, int) and item & ITERATOR else None
    elif kind is Kind.ATTRIBUTE:
        assert isinstance(step.label, tuple)
        result = adding_method(step.label[1], item)
    else:
        result = _compared(step, item, _read(slots, step.operands[1]))
    if result is None:
        return False
    slots[step.targets[0]] = result
    return True


def _compared(step: Step, left: Class, right: Class) -> ClassTuple | None:
    """``==`` of two small integers: what a state machine branches on."""
    if isinstance(left, int) or isinstance(right, int):
        return None
    if left[0] != "const" or right[0] != "const":
        return None
    one, other = constant_of(left), constant_of(right)
    assert isinstance(step.label, tuple)
    if type(one) is int and type(other) is int and step.label[1] == "==":
        return TRUE if one == other else FALSE
    return None


def _undecided(item: Class) -> tuple[Class, bool]:
    """The boolean that decides, and the value of it that means true."""
    wanted = True
    while isinstance(item, tuple) and item[0] == "not":
        inner = item[1]
        assert isinstance(inner, (int, tuple))
        item, wanted = inner, not wanted
    return item, wanted
