"""Find basic blocks, reachable code, and the region of each operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.decompiler.lift.operations import (
    FALLS,
    JUMPS,
    TERMINATORS,
    LiftError,
    Operation,
    RegionKey,
)
from depyf.decompiler.lift.regions import RegionTable, close_gaps

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit

_LEAVING = frozenset({"skip", "origin", "swap", "rotate", "pop", "pop_block"})
#: The actions of ``name = None``, ``del name`` and a reraise.
_NAME_CLEANUP = (
    ("const",),
    ("store_",),
    ("delete_",),
    ("reraise_three", "end_finally"),
)


class Layout:
    """The operations of a code unit, divided into blocks.

    Attributes:
        operations: all operations.
        index: maps offsets to the index of the operation that starts there.
        regions: the region of each operation. Up to 3.10 None, because the block stack
            has the regions.
        leaders: for each operation, whether a block begins there.
        handles: whether an exception may be handled (3.11 and later).
        may_unwind: whether there is a region, or an exception may be handled.
    """

    def __init__(self, unit: CodeUnit, operations: Sequence[Operation]) -> None:
        """Args: unit: the code. operations: its operations, with protocols folded."""
        self.index: dict[int, int] = {
            operation.start: number for number, operation in enumerate(operations)
        }
        self.table: RegionTable = RegionTable(unit)
        self.handles: bool = bool(unit.exceptions) or any(
            operation.action == "push_exception" for operation in operations
        )
        self.may_unwind: bool = self.handles or not self.table.is_empty
        self._targets = {
            operation.target for operation in operations if operation.action in JUMPS
        }
        self.operations: list[Operation] = self._extend_regions_to_returns(operations)
        found: list[RegionKey | None] = [None] * len(operations)
        if not self.table.is_empty:
            found = [self.table.region_at(operation.home) for operation in operations]
        self._handlers: set[int] = set()
        self._reachable = [False] * len(operations)
        self._reach(found)
        marks = self._targets | self._handlers
        self.regions: list[RegionKey | None] = found
        if not self.table.is_empty:
            self.regions = close_gaps(
                self.operations,
                found,
                [operation.start in marks for operation in operations],
                branches_raise=unit.behaviour.branches_test_truth,
            )
        self.leaders: list[bool] = self._leaders()

    def _extend_regions_to_returns(
        self, operations: Sequence[Operation]
    ) -> list[Operation]:
        """Extend a region (up to 3.10) to a return that follows its POP_BLOCK.

        For example, nothing in ``POP_BLOCK | RETURN_VALUE`` can raise.
        """
        found = list(operations)
        for number, operation in enumerate(operations):
            if operation.action == "pop_block" and self._returns(
                operations, number + 1
            ):
                found[number] = operation._replace(action="skip")
        return found

    def _returns(self, operations: Sequence[Operation], number: int) -> bool:
        while (
            number < len(operations) and operations[number].start not in self._targets
        ):
            if operations[number].action == "return":
                return True
            if operations[number].action not in _LEAVING:
                return False
            number += 1
        return False

    def _at(self, offset: int, origin: Operation) -> int:
        """Return the index of the operation that starts at ``offset``."""
        number = self.index.get(offset)
        if number is None:
            reason = f"{origin.opname} leads into an instruction"
            raise LiftError(reason, origin.origins[0])
        return number

    def _reach(self, regions: Sequence[RegionKey | None]) -> None:
        pending = [0]
        while pending:
            number = pending.pop()
            if number >= len(self.operations):
                reason = "control runs off the end"
                raise LiftError(reason, self.operations[-1].origins[0])
            if self._reachable[number]:
                continue
            self._reachable[number] = True
            operation, region = self.operations[number], regions[number]
            if region is not None and region.target not in self._handlers:
                self._handlers.add(region.target)
                pending.append(self._at(region.target, operation))
            if operation.action in JUMPS:
                pending.append(self._at(operation.target, operation))
            if operation.action not in TERMINATORS or operation.action in FALLS:
                pending.append(number + 1)

    @property
    def reached(self) -> list[Operation]:
        """The operations that control can reach."""
        return [
            operation
            for operation, is_reached in zip(self.operations, self._reachable)
            if is_reached
        ]

    def _leaders(self) -> list[bool]:
        targets = self._targets | self._handlers
        leaders = [True]
        before = self.operations[0]
        for number, operation in enumerate(self.operations[1:]):
            leaders.append(
                operation.start in targets
                or before.action in TERMINATORS
                or not self._reachable[number]
                or self.regions[number + 1] != self.regions[number]
            )
            before = operation
        return leaders

    def operations_of(self, start: int) -> range:
        """Return the indices of the operations in the block at offset ``start``."""
        first = self.index[start]
        end = first + 1
        while end < len(self.operations) and not self.leaders[end]:
            end += 1
        return range(first, end)

    def is_name_cleanup(self, start: int) -> bool:
        """Return whether a handler unbinds the name of an ``except`` clause.

        Up to 3.10 it handles its exception as every handler does. Later it does not,
        which makes no visible difference.
        """
        first = self.index[start]
        found = [operation.action for operation in self.operations[first : first + 4]]
        return len(found) == len(_NAME_CLEANUP) and all(
            action.startswith(prefixes)
            for action, prefixes in zip(found, _NAME_CLEANUP)
        )
