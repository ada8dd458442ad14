"""Where blocks begin, what is reachable, and in which region each step lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.decompiler.lift.errors import LiftError
from depyf.decompiler.lift.operations import (
    FALLS,
    JUMPS,
    TERMINATORS,
    Operation,
    RegionKey,
)
from depyf.decompiler.lift.regions import RegionTable, close_gaps

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit

_LEAVING = frozenset({"skip", "origin", "swap", "rotate", "pop", "pop_block"})
#: ``name = None``, ``del name``, and the exception goes on.
_NAME_CLEANUP = (
    ("const",),
    ("store_",),
    ("delete_",),
    ("reraise_three", "end_finally"),
)


class Layout:
    """The steps of a code unit, cut into blocks.

    Attributes:
        steps: all steps.
        index: the number of the step that starts at an offset.
        regions: the region of each step (3.11 and later; else None, the block stack
            tells).
        leaders: for each step, whether a block begins there.
        handles: False if nothing is ever handled (3.11 and later).
    """

    def __init__(self, unit: CodeUnit, steps: Sequence[Operation]) -> None:
        """Args: unit: the code. steps: its steps, protocols folded."""
        self.index: dict[int, int] = {
            step.start: number for number, step in enumerate(steps)
        }
        self.table: RegionTable = RegionTable(unit)
        self.handles: bool = bool(unit.exceptions) or any(
            step.action == "push_exception" for step in steps
        )
        self._targets = {step.target for step in steps if step.action in JUMPS}
        self.steps: list[Operation] = self._leave_by_return(steps)
        found = [self.table.region_at(step.home) for step in steps]
        self._handlers: set[int] = set()
        self._reachable = [False] * len(steps)
        self._reach(found)
        marks = self._targets | self._handlers
        self.regions: list[RegionKey | None] = close_gaps(
            self.steps,
            found,
            [step.start in marks for step in steps],
            branches_raise=unit.behaviour.branches_test_truth,
        )
        self.leaders: list[bool] = self._leaders()

    def _leave_by_return(self, steps: Sequence[Operation]) -> list[Operation]:
        """Lets a region (to 3.10) last until a return that follows its POP_BLOCK.

        ``POP_BLOCK | RETURN_VALUE`` and the like: nothing there can raise.
        """
        found = list(steps)
        for number, step in enumerate(steps):
            if step.action == "pop_block" and self._returns(steps, number + 1):
                found[number] = step._replace(action="skip")
        return found

    def _returns(self, steps: Sequence[Operation], number: int) -> bool:
        while number < len(steps) and steps[number].start not in self._targets:
            if steps[number].action == "return":
                return True
            if steps[number].action not in _LEAVING:
                return False
            number += 1
        return False

    def _at(self, offset: int, origin: Operation) -> int:
        """Returns the number of the step that starts at ``offset``."""
        number = self.index.get(offset)
        if number is None:
            reason = f"{origin.opname} leads into an instruction"
            raise LiftError(reason, origin.origins[0])
        return number

    def _reach(self, regions: Sequence[RegionKey | None]) -> None:
        pending = [0]
        while pending:
            number = pending.pop()
            if number >= len(self.steps):
                reason = "control runs off the end"
                raise LiftError(reason, self.steps[-1].origins[0])
            if self._reachable[number]:
                continue
            self._reachable[number] = True
            step, region = self.steps[number], regions[number]
            if region is not None and region.target not in self._handlers:
                self._handlers.add(region.target)
                pending.append(self._at(region.target, step))
            if step.action in JUMPS:
                pending.append(self._at(step.target, step))
            if step.action not in TERMINATORS or step.action in FALLS:
                pending.append(number + 1)

    @property
    def reached(self) -> list[Operation]:
        """The steps that control can get to."""
        return [
            step for step, is_reached in zip(self.steps, self._reachable) if is_reached
        ]

    def _leaders(self) -> list[bool]:
        leaders = []
        for number, step in enumerate(self.steps):
            before = self.steps[number - 1] if number else None
            leaders.append(
                before is None
                or step.start in self._targets
                or step.start in self._handlers
                or before.action in TERMINATORS
                or not self._reachable[number - 1]
                or self.regions[number] != self.regions[number - 1]
            )
        return leaders

    def span(self, start: int) -> range:
        """Returns the numbers of the steps of the block that starts at an offset."""
        first = self.index[start]
        end = first + 1
        while end < len(self.steps) and not self.leaders[end]:
            end += 1
        return range(first, end)

    def is_name_cleanup(self, start: int) -> bool:
        """True for the handler that unbinds the name of an ``except`` clause.

        To 3.10 it handles its exception as every handler does; later ones do not, and
        nobody can see a difference.
        """
        first = self.index[start]
        found = [step.action for step in self.steps[first : first + 4]]
        return len(found) == len(_NAME_CLEANUP) and all(
            action.startswith(prefixes)
            for action, prefixes in zip(found, _NAME_CLEANUP)
        )
