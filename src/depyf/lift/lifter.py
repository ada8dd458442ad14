"""`lift`: a code unit into a `Function`, block by block.

1. `protocols` folds sequences of fixed shape into single steps.
2. `_Layout` finds what is reachable, the leaders of blocks and the protected regions.
3. Each block's steps run on a symbolic stack (`stack`, `actions_*`); the shape of the
   stack at its end is the shape at the start of its successors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Sequence

from depyf.ir.function import BasicBlock, Function, Jump, ProtectedRegion
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import Value, store
from depyf.lift import (  # noqa: F401 - they register their actions
    actions_calls,
    actions_compute,
    actions_flow,
    actions_values,
)
from depyf.lift.actions import ACTIONS
from depyf.lift.errors import LiftError
from depyf.lift.protocols import fold_protocols
from depyf.lift.regions import RegionKey, RegionTable, close_gaps
from depyf.lift.stack import VALUE, BlockLifter, Edge, Names, Shape, stack_variable
from depyf.lift.steps import FALLS, JUMPS, TERMINATORS, Step

if TYPE_CHECKING:
    from depyf.bytecode.code_unit import CodeUnit

#: Steps before which nothing below a region's depth need be stored: they cannot raise.
_QUIET = frozenset(
    [
        "skip",
        "origin",
        "push_null",
        "pop",
        "drop",
        "end_for",
        "copy",
        "duplicate",
        "swap",
        "rotate",
        "const",
        "common_constant",
        "leaf",
        "load_fast",
        "store_fast",
        "fast_pair",
        "load_closure",
        "jump",
        "return",
        "return_const",
        "keyword_names",
        "save_local",
    ]
)
_PROLOGUE = frozenset({"make_cell", "skip"})


class _Layout:
    """Where blocks begin and which regions they lie in."""

    def __init__(self, unit: CodeUnit, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.index = {step.start: number for number, step in enumerate(steps)}
        self.table = RegionTable(unit)
        found = [self.table.region_at(step.home) for step in steps]
        self.targets: set[int] = set()
        self.handlers: set[int] = set()
        self.reachable = [False] * len(steps)
        self._reach(found)
        marks = self.targets | self.handlers
        self.regions = close_gaps(
            steps,
            found,
            [step.start in marks for step in steps],
            branches_raise=unit.behaviour.branches_test_truth,
        )
        self.leaders = self._leaders()

    def at(self, offset: int, origin: Step) -> int:
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
            if self.reachable[number]:
                continue
            self.reachable[number] = True
            step, region = self.steps[number], regions[number]
            if region is not None and region.target not in self.handlers:
                self.handlers.add(region.target)
                pending.append(self.at(region.target, step))
            if step.action in JUMPS:
                self.targets.add(step.target)
                pending.append(self.at(step.target, step))
            if step.action not in TERMINATORS or step.action in FALLS:
                pending.append(number + 1)

    def _leaders(self) -> list[bool]:
        leaders = []
        for number, step in enumerate(self.steps):
            before = self.steps[number - 1] if number else None
            leaders.append(
                before is None
                or step.start in self.targets
                or step.start in self.handlers
                or before.action in TERMINATORS
                or not self.reachable[number - 1]
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


class _Entry(NamedTuple):
    """The start of a handler: region, and the block where it begins."""

    region: RegionKey
    block: int


class _Lifter:
    """Lifts one code unit."""

    def __init__(self, unit: CodeUnit) -> None:
        self.unit = unit
        self.layout = _Layout(unit, fold_protocols(unit))
        self.names = Names(unit.behaviour, unit.cellvars, unit.freevars)
        self.blocks: dict[int, BasicBlock] = {}
        self.shapes: dict[int, Shape] = {}
        self.pending: list[int] = []
        self.entries: dict[RegionKey, int] = {}
        self.numbers: dict[RegionKey, int] = {}

    def run(self) -> Function:
        entry = self.layout.steps[0].start
        self._arrive(Edge(entry, ""))
        while self.pending:
            self._lift_block(self.pending.pop())
        return Function(
            code=self.unit,
            entry=entry,
            blocks={key: self.blocks[key] for key in sorted(self.blocks)},
            regions=self._protected_regions(),
            next_temp=self.names.next_temp,
        )

    def _arrive(self, edge: Edge) -> None:
        known = self.shapes.get(edge.target)
        if known is None:
            self.shapes[edge.target] = edge.shape
            self.pending.append(edge.target)
        elif known != edge.shape:
            reason = f"stack '{edge.shape}' meets stack '{known}'"
            raise LiftError(reason, edge.target)

    def _lift_block(self, start: int) -> None:
        span = self.layout.span(start)
        region = self.layout.regions[span[0]]
        shape = self.shapes[start]
        if region is not None:
            self._protect(region, shape)
        block = BlockLifter(self.names, shape, region.depth if region else 0)
        steps = self.layout.steps
        block.fallthrough = (
            steps[span[-1] + 1].start if span[-1] + 1 < len(steps) else -1
        )
        for number in span:
            block.following = steps[number + 1] if number + 1 < span.stop else None
            self._lift_step(block, steps[number], number)
        if block.terminator is None:
            block.settle()
            after = block.fallthrough
            block.finish(Jump(after, block.leftover()), Edge(after, block.shape()))
        assert block.terminator is not None
        self.blocks[start] = BasicBlock(
            start,
            block.body,
            block.terminator,
            None if region is None else self._number(region),
            len(shape),
        )
        for edge in block.edges:
            self._arrive(edge)

    def _lift_step(self, block: BlockLifter, step: Step, number: int) -> None:
        block.step = step
        if step.action == "make_cell" and self._in_prologue(number):
            block.skip()
            return
        act = ACTIONS.get(step.action)
        if act is None:
            raise LiftError(f"{step.opname} cannot stand here", step.origins[0])
        if block.protected and step.action not in _QUIET:
            block.settle(block.protected)
        act(block)

    def _in_prologue(self, number: int) -> bool:
        return all(step.action in _PROLOGUE for step in self.layout.steps[:number])

    # Regions.

    def _number(self, region: RegionKey) -> int:
        """Returns the id of a region: ids count from 0 in order of discovery."""
        return self.numbers.setdefault(region, len(self.numbers))

    def _protect(self, region: RegionKey, shape: Shape) -> None:
        """Makes the handler of a region known, with the stack that it finds."""
        if region in self.entries:
            return
        if region.depth > len(shape):
            reason = f"handler wants {region.depth} values, stack is '{shape}'"
            raise LiftError(reason, region.target)
        self._number(region)
        kept = shape[: region.depth]
        pushed = VALUE * (2 if region.lasti else 1)
        self.entries[region] = self._handler_block(region, kept)
        self._arrive(Edge(region.target, kept + pushed))

    def _handler_block(self, region: RegionKey, kept: Shape) -> int:
        """Returns the id of the block in which a handler begins.

        It is the block at the handler's offset if nothing else leads there, otherwise
        one of its own that jumps there. Its first statements are added at the end.
        """
        alone = region.target not in self.layout.targets and not any(
            other.target == region.target for other in self.entries
        )
        return region.target if alone and not self._falls_into(region.target) else -1

    def _falls_into(self, start: int) -> bool:
        number = self.layout.index[start]
        if not number or not self.layout.reachable[number - 1]:
            return False
        before = self.layout.steps[number - 1].action
        return before not in TERMINATORS or before in FALLS

    def _protected_regions(self) -> dict[int, ProtectedRegion]:
        regions = {}
        for region, number in list(self.numbers.items()):
            parent = self.layout.table.parent_of(region)
            while parent is not None and parent not in self.numbers:
                parent = self.layout.table.parent_of(parent)
            handler = self._begin_handler(region, parent)
            regions[number] = ProtectedRegion(
                number,
                handler,
                region.depth,
                region.lasti,
                None if parent is None else self.numbers[parent],
            )
        return regions

    def _begin_handler(self, region: RegionKey, parent: RegionKey | None) -> int:
        """Makes the handler's entry block begin with storing what is delivered."""
        delivered = [
            store(stack_variable(region.depth + above), Value(op))
            for above, op in enumerate(
                (MicroOp.LASTI, MicroOp.EXCEPTION)
                if region.lasti
                else (MicroOp.EXCEPTION,)
            )
        ]
        entry = self.entries[region]
        if entry >= 0:
            self.blocks[entry].body[:0] = delivered
            self.blocks[entry].depth = region.depth
            return entry
        entry = max(self.blocks) + 1
        self.blocks[entry] = BasicBlock(
            entry,
            delivered,
            Jump(region.target),
            None if parent is None else self.numbers[parent],
            region.depth,
        )
        return entry


def lift(unit: CodeUnit) -> Function:
    """Returns the control-flow graph of a code unit.

    Raises:
        LiftError: the instructions are none that a supported CPython writes.
    """
    if not unit.instructions:
        reason = "there is no code"
        raise LiftError(reason, 0)
    return _Lifter(unit).run()
