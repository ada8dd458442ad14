"""Simulate original and recompiled code together, event by event.

The simulation visits pairs of positions, one position on each side. The facts known at
each pair are joined until nothing changes. At every pair, both sides must do the same
next event.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Collection, Tuple

from depyf.decompiler.validate import value_numbers as vn
from depyf.decompiler.validate.containers import Event, normalized
from depyf.decompiler.validate.states import (
    Comparison,
    EmptySlotError,
    MismatchError,
    Slots,
    State,
    joined,
    new_objects,
    pruned,
)
from depyf.decompiler.validate.steps import (
    ANSWER_SLOT,
    EXCEPTION_SLOT,
    OUTSIDE,
    TESTED_SLOT,
    TESTED_SLOTS,
    Kind,
    Step,
    is_named,
)
from depyf.decompiler.validate.walk import Position, Stop, Walker, read_operands

if TYPE_CHECKING:
    from depyf.decompiler.validate.liveness import Side

Pair = Tuple[int, int, int, int]


# If both sides have more slots than this together, dead slots are removed.
_ROOM = 128


class Simulation:
    """The simulation of both sides together."""

    def __init__(self, original: Side, recompiled: Side, by: Comparison) -> None:
        self._sides = (original, recompiled)
        self._by = by
        self._fresh = vn.FreshNumbers()
        self._walkers = (
            Walker(original, self._fresh),
            Walker(recompiled, self._fresh),
        )
        self._matcher = vn.Matcher(by.same_kind, self._fresh)
        self._seen: dict[Pair, State] = {}
        self._heap: list[tuple[int, int, Pair]] = []
        self._queued: set[Pair] = set()

    def run(
        self, parameters: list[int], locals_: list[int], iterators: Collection[int]
    ) -> None:
        """Compare both sides, beginning at their entries.

        Args:
            parameters: the shared slots that are bound on entry.
            locals_: all shared slots.
            iterators: the parameters that contain iterators, which ``iter()`` returns
                unchanged.

        Raises:
            MismatchError: the sides may behave differently.
        """
        start: vn.Environment = Slots.fromkeys(locals_, vn.UNBOUND)
        for slot in parameters:
            flags = vn.ITERATOR if slot in iterators else 0
            start[slot] = self._fresh.unknown(flags)
        first, second = (side.entry for side in self._sides)
        state = State(Slots(start), Slots(start))
        self._arrive(Position(first, 0), Position(second, 0), state)
        while self._heap:
            key = heapq.heappop(self._heap)[-1]
            self._queued.discard(key)
            self._follow(key)

    def _arrive(self, here: Position, there: Position, state: State) -> None:
        """Move both sides to the next pair of positions that must be compared.

        The facts known there are reduced to those that are true on all paths. The pair
        is compared after pairs that may lead to it.
        """
        stops, _ = self._advance(here, there, state)
        if Stop.DIVERGES not in stops:
            self._record(here, there, state, forks=Stop.FORK in stops)

    def _follow(self, key: Pair) -> None:
        """Continue from a known pair of positions to the next pairs."""
        here, there = Position(*key[:2]), Position(*key[2:])
        state = self._seen[key].copy()
        last_raised: tuple[int, int, State] | None = None
        while True:
            self._by.spend()
            if self._fork(here, there, state):
                return
            first, second = self._steps(here, there)
            self._match(first, second, state)
            if first.raises or second.raises:
                last_raised = self._raise(here, there, state, last_raised)
            if not self._finish(first, second, here, there, state):
                return
            self._forget_dead(here, there, state)
            stops, crossed = self._advance(here, there, state)
            if Stop.DIVERGES in stops:
                return
            if crossed or Stop.FORK in stops:
                self._record(here, there, state, forks=Stop.FORK in stops)
                return

    def _advance(
        self, here: Position, there: Position, state: State
    ) -> tuple[tuple[Stop, Stop], bool]:
        """Move both sides to the next positions that must be compared.

        Returns:
            Why each side stopped, and whether one of them left a block.
        """
        try:
            first, crossed = self._walkers[0].run(here, state.original, state)
            second, also = self._walkers[1].run(there, state.recompiled, state)
        except EmptySlotError as error:
            raise MismatchError(str(error), *self._steps(here, there)) from None
        if first is not second and Stop.DIVERGES in (first, second):
            which = "original" if first is Stop.DIVERGES else "text"
            steps = self._steps(here, there)
            raise MismatchError(f"only the {which} loops for ever", *steps)
        return (first, second), crossed or also

    def _fork(self, here: Position, there: Position, state: State) -> bool:
        """Continue with both results of an undecided test, if a side has one."""
        test = self._walkers[0].undecided(here, state.original, state)
        if test is None:
            test = self._walkers[1].undecided(there, state.recompiled, state)
        if test is None:
            return False
        for value in (True, False):
            variant = state.copy()
            variant.facts[test] = value
            self._arrive(
                Position(here.block, here.index),
                Position(there.block, there.index),
                variant,
            )
        return True

    def _forget_dead(self, here: Position, there: Position, state: State) -> None:
        """Remove dead temporaries if there are many slots."""
        if len(state.original) + len(state.recompiled) > state.prune_above:
            first, second = self._sides
            state.original = pruned(first, here.block, here.index, state.original)
            state.recompiled = pruned(
                second, there.block, there.index, state.recompiled
            )
            state.prune_above = _ROOM + 2 * (
                len(state.original) + len(state.recompiled)
            )

    def _steps(self, here: Position, there: Position) -> tuple[Step, Step]:
        first, second = self._sides
        return (
            first.blocks[here.block].steps[here.index],
            second.blocks[there.block].steps[there.index],
        )

    # Matching

    def _match(self, first: Step, second: Step, state: State) -> None:
        """Check that both sides do the same event in the same observable state."""
        label, ours = _event(first, state.original)
        other_label, theirs = _event(second, state.recompiled)
        if label != other_label:
            raise MismatchError("different operations", first, second)
        if len(ours) != len(theirs):
            raise MismatchError("different numbers of operands", first, second)
        if not self._by.same_raw(first, second):
            raise MismatchError("different raw operations", first, second)
        if first.kind is Kind.CHECK and self._by.only_looks(first, second):
            message = "the text does not look whether a local is bound"
            raise MismatchError(message, first, second)
        pairs: dict[vn.ValueNumber, vn.ValueNumber] = {}
        for number, (one, other) in enumerate(zip(ours, theirs)):
            if one != other and not self._matcher.match(one, other, pairs):
                raise MismatchError(f"operand {number} differs", first, second)
        for slot in state.dirty:
            one, other = state.original[slot], state.recompiled[slot]
            if one != other and not self._matcher.match(one, other, pairs):
                message = f"local {self._by.slot_name(slot)} differs"
                raise MismatchError(message, first, second)
        state.dirty.clear()
        state.original.pop(TESTED_SLOT, None)
        state.recompiled.pop(TESTED_SLOT, None)
        if pairs:
            vn.substitute(state.original, pairs)
            vn.substitute(state.recompiled, pairs)

    def _finish(
        self,
        first: Step,
        second: Step,
        here: Position,
        there: Position,
        state: State,
    ) -> bool:
        """Set the results; return whether both sides continue in their block."""
        if first.ends:
            return False
        if first.kind is Kind.CHECK:
            return self._bind(first, here, there, state)
        if first.exits:
            # Only the first exit of an iteration has an item.
            self._arrive(
                Position(first.exits[1], 0),
                Position(second.exits[1], 0),
                state.copy(),
            )
        self._set_results(first, second, state)
        if first.kind is Kind.TRUTH:
            self._remember_test(first, second, state)
        if first.exits:
            self._arrive(
                Position(first.exits[0], 0), Position(second.exits[0], 0), state
            )
            return False
        here.index += 1
        there.index += 1
        return True

    def _bind(self, step: Step, here: Position, there: Position, state: State) -> bool:
        """Record that a value is bound after a check; return False if it never is."""
        (item,) = read_operands(state.original, step)
        if not isinstance(item, int):
            return False
        pairs: dict[vn.ValueNumber, vn.ValueNumber] = {item: item & ~vn.MAYBE_UNBOUND}
        vn.substitute(state.original, pairs)
        vn.substitute(state.recompiled, pairs)
        here.index += 1
        there.index += 1
        return True

    def _set_results(self, first: Step, second: Step, state: State) -> None:
        for ours, theirs in zip(first.targets, second.targets):
            result = self._fresh.unknown(first.flags)
            state.original[ours] = result
            state.recompiled[theirs] = result
            for slot in (ours, theirs):
                if is_named(slot):
                    state.dirty.add(slot)

    def _remember_test(self, first: Step, second: Step, state: State) -> None:
        """Let the same test pass silently until the next event."""
        for slots, step in ((state.original, first), (state.recompiled, second)):
            (slots[TESTED_SLOT],) = read_operands(slots, step)
            slots[ANSWER_SLOT] = slots[step.targets[0]]

    # Exceptions

    def _raise(
        self,
        here: Position,
        there: Position,
        state: State,
        last: tuple[int, int, State] | None,
    ) -> tuple[int, int, State] | None:
        """Continue at both handlers, unless that was done with this state."""
        ours = self._sides[0].blocks[here.block].handler
        theirs = self._sides[1].blocks[there.block].handler
        if ours == theirs == OUTSIDE:
            return last
        raised = State(
            pruned(self._sides[0], ours, 0, state.original),
            pruned(self._sides[1], theirs, 0, state.recompiled),
            state.facts,
        )
        if last is not None and last[:2] == (ours, theirs):
            before = last[2]
            same = before.original == raised.original
            if same and before.recompiled == raised.recompiled:
                return last
        pushed = raised.copy()
        exception = self._fresh.unknown()
        pushed.original[EXCEPTION_SLOT] = exception
        pushed.recompiled[EXCEPTION_SLOT] = exception
        self._arrive(Position(ours, 0), Position(theirs, 0), pushed)
        return ours, theirs, raised

    # States seen before

    def _record(
        self, here: Position, there: Position, state: State, *, forks: bool
    ) -> None:
        """Join a state with the known state here; queue the pair if it changed.

        At a fork, the test that was just made is kept, because its result decides the
        fork.
        """
        keep = TESTED_SLOTS if forks else frozenset()
        key = (here.block, here.index, there.block, there.index)
        original = pruned(self._sides[0], *key[:2], state.original, keep)
        recompiled = pruned(self._sides[1], *key[2:], state.recompiled, keep)
        self._pair_objects(original, recompiled)
        numbers = set(original.values()) | set(recompiled.values())
        facts = {
            item: value
            for item, value in state.facts.items()
            if item in numbers or ("not", item) in numbers
        }
        known: State | None = State(original, recompiled, facts, set(state.dirty))
        stored = self._seen.get(key)
        if stored is not None and known is not None:
            known = joined(stored, known, self._fresh)
        if known is None:
            return
        self._seen[key] = known
        if key not in self._queued:
            self._queued.add(key)
            first, second = self._sides
            order = first.blocks[here.block].order, second.blocks[there.block].order
            heapq.heappush(self._heap, (*order, key))

    def _pair_objects(
        self, original: vn.Environment, recompiled: vn.Environment
    ) -> None:
        """Pair new objects of both sides where paths may meet.

        In straight-line code, objects are paired only when they are used, because the
        two sides may create them in different order. If several objects look the same,
        they are paired in their order.
        """
        waiting = new_objects(recompiled)
        pairs: dict[vn.ValueNumber, vn.ValueNumber] = {}
        for item in new_objects(original) if waiting else ():
            for other in waiting:
                trial: dict[vn.ValueNumber, vn.ValueNumber] = dict(pairs)
                if self._matcher.match(item, other, trial):
                    pairs = trial
                    waiting.remove(other)
                    break
        if pairs:
            vn.substitute(original, pairs)
            vn.substitute(recompiled, pairs)


def _event(step: Step, slots: vn.Environment) -> Event:
    return normalized(step.label, read_operands(slots, step))
