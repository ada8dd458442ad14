"""Run the silent steps of a side up to its next event."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Callable, Hashable

from depyf.decompiler.ir.members import Members
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.validate import value_numbers as vn
from depyf.decompiler.validate.containers import adding_method, merged
from depyf.decompiler.validate.steps import (
    ANSWER_SLOT,
    EXCEPTION_SLOT,
    TESTED_SLOT,
    Kind,
    Operand,
    Step,
)
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.validate.liveness import Side
    from depyf.decompiler.validate.states import State

# A run of silent steps never ends after crossing this many blocks, times the number of
# blocks. A cycle without events has been repeated by then.
_ROUNDS = 16


class Stop(Members):
    """Why a run of silent steps ended."""

    EVENT = "event"
    FORK = "fork"
    DIVERGES = "diverges"


@dataclass
class Position:
    """A position in the code of one side: before step ``index`` of ``block``."""

    block: int
    index: int


class Walker:
    """Runs the silent steps of one side.

    Args:
        side: the steps.
        fresh: returns serial numbers for new objects.
    """

    def __init__(self, side: Side, fresh: vn.FreshNumbers) -> None:
        self.side = side
        self._fresh = fresh
        self._limit = _ROUNDS * len(side.blocks) + 64

    def run(
        self, position: Position, slots: vn.Environment, state: State
    ) -> tuple[Stop, bool]:
        """Move ``position`` to the next event, and change the side's slots.

        Returns:
            Why the side stopped, and whether it left a block.
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
                    if not self._passes(step, slots, state.dirty):
                        return Stop.EVENT, crossed > 0
                elif kind is Kind.JUMP:
                    target = step.targets[0]
                elif kind is Kind.DECIDE:
                    known, _ = _decision(step, slots, state)
                    if known is None:
                        return Stop.FORK, crossed > 0
                    target = step.targets[0 if known else 1]
                elif kind is Kind.RERAISE:
                    slots[EXCEPTION_SLOT] = _read(slots, step.operands[0])
                    target = block.handler
                else:
                    self._perform(step, slots, state.dirty)
                index += 1
            position.block, position.index = target, 0
            crossed += 1
        return Stop.DIVERGES, True

    def undecided(
        self, position: Position, slots: vn.Environment, state: State
    ) -> vn.ValueNumber | None:
        """Return the boolean on which the side has to branch; None if it does not."""
        step = self.side.blocks[position.block].steps[position.index]
        if step.kind is not Kind.DECIDE:
            return None
        known, test = _decision(step, slots, state)
        return test if known is None else None

    def _perform(self, step: Step, slots: vn.Environment, dirty: set[int]) -> None:
        kind = step.kind
        target = step.targets[0]
        if kind is Kind.MOVE:
            result = _read(slots, step.operands[0])
        elif kind is Kind.UNBIND:
            result = vn.UNBOUND
        elif kind is Kind.NOT:
            result = vn.negation(_read(slots, step.operands[0]))
        else:
            one, other = read_operands(slots, step)
            result = vn.identity_test(one, other)
        slots[target] = result
        if target > 0:
            dirty.add(target)

    def _passes(self, step: Step, slots: vn.Environment, dirty: set[int]) -> bool:
        """Perform an event that is silent here; return False for a real event."""
        kind = step.kind
        if kind is Kind.EVENT:
            return False
        items = read_operands(slots, step)
        if kind is Kind.CHECK:
            return not vn.may_be_unbound(items[0])
        if kind is Kind.MERGE:
            filled = merged(items[0], items[1], self._fresh.serial())
            if filled is not None:
                vn.substitute(slots, {items[0]: filled})
            return filled is not None
        if kind is Kind.UNPACK:
            return _unpack(step, items[0], slots, dirty)
        if kind is Kind.NEW:
            result = self._made(step, items)
        elif kind is Kind.DISPLAY:
            result = self._displayed(step, items)
        else:
            result = _RULES[kind](step, items, slots)
        if result is None:
            return False
        target = step.targets[0]
        slots[target] = result
        if target > 0:
            dirty.add(target)
        return True

    def _made(
        self, step: Step, items: tuple[vn.ValueNumber, ...]
    ) -> vn.ValueNumber | None:
        # Functions are compared by their code, which is only done for new objects.
        if isinstance(step.label, str) and vn.is_large(items):
            return None
        return ("new", self._fresh.serial(), step.label, *items)

    def _displayed(
        self, step: Step, items: tuple[vn.ValueNumber, ...]
    ) -> vn.ValueNumber | None:
        kind = _label(step)[1]
        hashed = items[::2] if kind == "dict" else items
        if vn.is_large(items) or not all(map(vn.is_hashed_silently, hashed)):
            return None
        return ("new", self._fresh.serial(), kind, *items)


def _unpack(
    step: Step, item: vn.ValueNumber, slots: vn.Environment, dirty: set[int]
) -> bool:
    """Unpack a tuple of known items if it has as many items as targets."""
    if isinstance(item, int) or item[0] != "tuple":
        return False
    parts = [part for part in item[1:] if isinstance(part, (int, tuple))]
    if len(parts) != len(step.targets):
        return False
    for target, part in zip(step.targets, parts):
        slots[target] = part
        if target > 0:
            dirty.add(target)
    return True


def read_operands(slots: vn.Environment, step: Step) -> tuple[vn.ValueNumber, ...]:
    """Return the value numbers of a step's operands."""
    return tuple(_read(slots, operand) for operand in step.operands)


def _read(slots: vn.Environment, operand: Operand) -> vn.ValueNumber:
    return slots[operand] if isinstance(operand, int) else operand


def _label(step: Step) -> tuple[Hashable, ...]:
    """Return the operation and its payload."""
    assert isinstance(step.label, tuple)
    return step.label


def _truth(
    step: Step, items: tuple[vn.ValueNumber, ...], slots: vn.Environment
) -> vn.ValueNumber | None:
    (item,) = items
    if vn.is_boolean(item):
        return item
    if slots.get(TESTED_SLOT) == item:
        return slots[ANSWER_SLOT]
    known = vn.truth_of(item)
    return None if known is None else (vn.TRUE if known else vn.FALSE)


def _compared(
    step: Step, items: tuple[vn.ValueNumber, ...], slots: vn.Environment
) -> vn.ValueNumber | None:
    """Return the result of comparing two integers, as state machines do."""
    values = _constants(items)
    compare = _COMPARISONS.get(_label(step)[1])
    if values is None or compare is None:
        return None
    one, other = values
    if type(one) is not int or type(other) is not int:
        return None
    return vn.TRUE if compare(one, other) else vn.FALSE


def _folded(
    step: Step, items: tuple[vn.ValueNumber, ...], slots: vn.Environment
) -> vn.ValueNumber | None:
    """Fold ``"a" + "b"`` and ``1 + 2``, as a compiler may or may not do.

    It does so where the end of a conditional is copied, but not after ``:=`` (3.8).
    """
    values = _constants(items)
    op, operator_text = _label(step)
    if values is None or op is not MicroOp.BINARY:
        return None
    one, other = values
    if type(one) is str and type(other) is str and operator_text == "+":
        return vn.constant_number(one + other)
    if type(one) is not int or type(other) is not int:
        return None
    compute = _ARITHMETIC.get(operator_text)
    return None if compute is None else vn.constant_number(compute(one, other))


def _constants(items: tuple[vn.ValueNumber, ...]) -> list[object] | None:
    """Return the values of constants; None if an item is not a constant."""
    values = [
        vn.constant_of(item)
        for item in items
        if isinstance(item, tuple) and item[0] == "const"
    ]
    return values if len(values) == len(items) else None


#: Operators on integers that never fail, with results of about the same size.
_ARITHMETIC: dict[object, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
_COMPARISONS: dict[object, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
}


_RULES: dict[
    Kind,
    Callable[[Step, tuple[vn.ValueNumber, ...], vn.Environment], vn.ValueNumber | None],
] = {
    Kind.PURE: lambda step, items, _: (
        None if vn.is_large(items) else vn.pure_number(str(step.label), items)
    ),
    Kind.TRUTH: _truth,
    Kind.COMPARE: _compared,
    Kind.ITERATE: lambda _step, items, _: (
        items[0] if vn.flags_of(items[0]) & vn.ITERATOR else None
    ),
    Kind.ATTRIBUTE: lambda step, items, _: adding_method(_label(step)[1], items[0]),
    Kind.BINARY: _folded,
}


def _decision(
    step: Step, slots: vn.Environment, state: State
) -> tuple[bool | None, vn.ValueNumber]:
    """Return a branch's result (None if unknown), and the boolean that decides it."""
    test, wanted = _undecided(_read(slots, step.operands[0]))
    known = vn.truth_of(test)
    if known is None:
        known = state.facts.get(test)
    return (None if known is None else known == wanted), test


def _undecided(item: vn.ValueNumber) -> tuple[vn.ValueNumber, bool]:
    """Return a test's boolean without ``not``, and its value if the test is true."""
    wanted = True
    while isinstance(item, tuple) and item[0] == "not":
        inner = item[1]
        assert isinstance(inner, (int, tuple))
        item, wanted = inner, not wanted
    return item, wanted
