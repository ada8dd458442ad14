"""Lift a code unit to a `Function`, block by block.

1. `protocols` folds instruction sequences of fixed shape into single operations.
2. `Layout` finds the reachable operations, the leaders of blocks and, from 3.11 on, the
protected regions.
3. Each block's operations run on a symbolic stack (`stack`, `actions_*`). The state at
its end is the state at the start of its successors. If two different states meet, the
block is lifted once for each.
4. If a read may find a local unbound (`local_variables`), everything is lifted again,
with these reads as statements. A read that raises must stay at its position.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Callable

from depyf.decompiler.ir.function import BasicBlock, Function, Jump, ProtectedRegion
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, load, store
from depyf.decompiler.lift import (
    actions_blocks,
    actions_calls,
    actions_compute,
    actions_flow,
    actions_values,
)
from depyf.decompiler.lift.actions_blocks import HANDLER_SHAPE
from depyf.decompiler.lift.conventions import (
    check_conventions,
    check_start,
    threaded_tests,
)
from depyf.decompiler.lift.evidence import evidence_of, habits_of, kind_of
from depyf.decompiler.lift.layout import Layout
from depyf.decompiler.lift.local_variables import loose_cells, maybe_unbound
from depyf.decompiler.lift.names import Names
from depyf.decompiler.lift.operations import (
    HANDLING,
    MOVES,
    LiftError,
    MissingTupleError,
    RegionKey,
)
from depyf.decompiler.lift.protocols import fold_protocols
from depyf.decompiler.lift.shapes import VALUE, stack_variable
from depyf.decompiler.lift.stack import ACTIONS, BlockLifter, Edge

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.ir.value import Variable
    from depyf.decompiler.lift.names import LocalRead
    from depyf.decompiler.lift.operations import Operation

#: Actions that cannot raise; before them, stack slots need not be stored for a handler.
_QUIET = MOVES | {"keyword_names", "save_local", "pop_block", "begin_finally"}
#: Actions that cannot raise either, but do not only move values.
_NEVER_RAISE = frozenset({"push_exception", "pop_except", "branch", "branch_none"})
_PROLOGUE = frozenset({"make_cell", "skip"})
#: No compiler writes code with more copies of a block than this on average, or with
#: more stack depths at one offset.
_MAX_COPIES = 16

for _module in (
    actions_blocks,
    actions_calls,
    actions_compute,
    actions_flow,
    actions_values,
):
    for _name, _found in vars(_module).items():
        if _name.startswith("lift_"):
            ACTIONS[_name[len("lift_") :]] = _found


class _Lifter:
    """Lifts one code unit."""

    def __init__(
        self,
        unit: CodeUnit,
        layout: Layout,
        may_be_unbound: frozenset[Variable] = frozenset(),
        loose: frozenset[str] = frozenset(),
        *,
        carries_tuples: bool = False,
    ) -> None:
        self.unit = unit
        self.layout = layout
        self.names = Names(
            unit.behaviour,
            unit.cellvars,
            unit.freevars,
            may_be_unbound=may_be_unbound,
            loose=loose,
            fast=unit.varnames,
            carries_tuples=carries_tuples,
        )
        self.reads: dict[int, tuple[int, list[LocalRead]]] = {}
        self.has_table = unit.behaviour.has_exception_table
        self.blocks: dict[int, BasicBlock] = {}
        self.ids: dict[Edge, int] = {}
        self.depths: dict[int, set[int]] = {}
        self.taken: set[int] = set(self.layout.index)
        self.first: set[int] = set()
        self.jumped_to: set[int] = set()
        self.pending: list[Edge] = []
        self.entries: dict[RegionKey, int] = {}
        self.numbers: dict[RegionKey, int] = {}

    def run(self) -> Function:
        entry = self._arrive(Edge(self.layout.operations[0].start, ""))
        while self.pending:
            self._lift_block(self.pending.pop())
        regions = self._protected_regions()
        return Function(
            code=self.unit,
            entry=entry,
            blocks={key: self.blocks[key] for key in sorted(self.blocks)},
            regions=regions,
            next_temp=self.names.next_temp,
            kind=kind_of(self.unit),
            habits=habits_of(self.unit.behaviour),
            tests_threaded=threaded_tests(self.unit, self.layout.operations),
        )

    def _arrive(self, state: Edge) -> int:
        """Return a state's block id; an offset's first state gets the offset as id."""
        known = self.ids.get(state)
        if known is not None:
            return known
        depths = self.depths.setdefault(state.target, set())
        depths.add(len(state.shape))
        is_growing = len(depths) > _MAX_COPIES
        if is_growing or len(self.ids) > _MAX_COPIES * len(self.layout.operations):
            reason = "the stack differs each time control gets here"
            raise LiftError(reason, state.target)
        number = state.target
        if number in self.first:
            number = self._fresh(state.target)
        self.first.add(number)
        self.ids[state] = number
        self.pending.append(state)
        return number

    def _fresh(self, offset: int) -> int:
        """Return an unused id, directly after ``offset`` if possible."""
        number = offset + 1
        if number in self.taken:
            number = max(self.taken) + 1
        self.taken.add(number)
        return number

    def _region_of(self, state: Edge, number: int) -> RegionKey | None:
        if self.has_table:
            return self.layout.regions[number]
        return _innermost(state.blocks)

    def _lift_block(self, state: Edge) -> None:
        numbers = self.layout.operations_of(state.target)
        region = self._region_of(state, numbers[0])
        if region is not None:
            self._protect(region, state)
        block = BlockLifter(self.names, state, region.depth if region else 0)
        self._run_operations(block, numbers)
        terminator = block.terminator
        assert terminator is not None
        for field, edge in block.edges.items():
            successor = self._arrive(edge)
            self.jumped_to.add(successor)
            setattr(terminator, field, successor)
        number = self.ids[state]
        if block.reads:
            self.reads[number] = len(block.body), block.reads
        self.blocks[number] = BasicBlock(
            number,
            block.body,
            terminator,
            None if region is None else self._number(region),
            len(state.shape),
        )

    def _run_operations(self, block: BlockLifter, numbers: range) -> None:
        operations = self.layout.operations
        if numbers.stop < len(operations):
            block.fallthrough = operations[numbers.stop].start
        for number in numbers:
            is_last = number + 1 == numbers.stop
            block.following = None if is_last else operations[number + 1]
            self._run_operation(block, operations[number], number)
        if block.terminator is None:
            block.settle()
            after = block.fallthrough
            block.finish(Jump(after, block.leftover()), target=block.edge(after))

    def _run_operation(
        self, block: BlockLifter, operation: Operation, number: int
    ) -> None:
        block.operation = operation
        if operation.action == "make_cell" and self._in_prologue(number):
            block.skip()
            return
        act = ACTIONS.get(operation.action)
        if act is None:
            reason = f"{operation.opname} cannot stand here"
            raise LiftError(reason, operation.origins[0])
        if operation.action not in _QUIET:
            if self.has_table and self.layout.may_unwind:
                self._check_way(block, operation, number)
            if block.protected:
                block.settle(block.protected)
        act(block)

    def _check_way(self, block: BlockLifter, operation: Operation, number: int) -> None:
        """Check that handlers find the stack depth that they need."""
        if self.layout.table.required_depth_at(operation.home) > len(block.stack):
            reason = "a handler wants more values than there are"
            raise LiftError(reason, operation.origins[0])
        if self.layout.handles:
            self._check_restored(block, operation, number)

    def _check_restored(
        self, block: BlockLifter, operation: Operation, number: int
    ) -> None:
        """Check that cleanup handlers restore the previously handled exception.

        Compilers protect each handler by such cleanup code. The graph assumes that it
        runs.
        """
        region = self.layout.regions[number]
        kept = region.depth if region else 0
        if operation.action == "push_exception" and kept >= len(block.stack):
            reason = "a region begins inside of its handler's entry"
            raise LiftError(reason, operation.origins[0])
        pushed = block.handled_slots(kept)
        if pushed != self.layout.table.restored_at(operation.home):
            if operation.action not in _NEVER_RAISE:
                reason = f"{operation.opname}: what was handled before is not restored"
                raise LiftError(reason, operation.origins[0])

    def _in_prologue(self, number: int) -> bool:
        return all(
            operation.action in _PROLOGUE
            for operation in self.layout.operations[:number]
        )

    # Regions.

    def _number(self, region: RegionKey) -> int:
        """Return the id of a region; ids count from 0 in order of discovery."""
        return self.numbers.setdefault(region, len(self.numbers))

    def _protect(self, region: RegionKey, state: Edge) -> None:
        """Record the handler of a region, with the stack that it finds."""
        if region in self.entries:
            return
        if region.depth > len(state.shape):
            reason = f"handler wants {region.depth} values, stack is '{state.shape}'"
            raise LiftError(reason, region.target)
        self._number(region)
        kept = state.shape[: region.depth]
        if self.has_table:
            if region.lasti:
                self.names.lasti_slots.add(region.depth)
            pushed = VALUE * (2 if region.lasti else 1)
            entry = Edge(region.target, kept + pushed)
        else:
            blocks = (*self.names.block_stack(region.outer), HANDLING)
            entry = Edge(region.target, kept + HANDLER_SHAPE, blocks)
        self.entries[region] = self._arrive(entry)

    def _parent_of(self, region: RegionKey) -> RegionKey | None:
        """Return the nearest outer region that contains a block."""
        if not self.has_table:
            return _innermost(self.names.block_stack(region.outer))
        parent = self.layout.table.parent_of(region)
        while parent is not None and parent not in self.numbers:
            parent = self.layout.table.parent_of(parent)
        return parent

    def _protected_regions(self) -> dict[int, ProtectedRegion]:
        users = Counter(self.entries.values())
        regions = {}
        for region, number in list(self.numbers.items()):
            parent = self._parent_of(region)
            outer = None if parent is None else self._number(parent)
            entry = self.entries[region]
            if users[entry] > 1 or entry in self.jumped_to:
                entry = self._entry_block(region, entry, outer)
            self._deliver(region, self.blocks[entry])
            regions[number] = ProtectedRegion(
                number, entry, region.depth, region.lasti, outer
            )
        return regions

    def _entry_block(self, region: RegionKey, entry: int, outer: int | None) -> int:
        """Return a new block before a handler that other blocks also lead to."""
        number = self._fresh(region.target)
        self.blocks[number] = BasicBlock(number, [], Jump(entry), outer, region.depth)
        return number

    def _deliver(self, region: RegionKey, block: BasicBlock) -> None:
        """Store the values that a handler receives, at the start of its first block."""
        given = (MicroOp.LASTI,) if region.lasti else ()
        block.body[:0] = [
            store(stack_variable(region.depth + above), Value(op))
            for above, op in enumerate((*given, MicroOp.EXCEPTION))
        ]
        block.depth = region.depth
        if not self.has_table and not self.layout.is_name_cleanup(region.target):
            exception = load(stack_variable(region.depth))
            block.body.insert(1, Value(MicroOp.EXC_PUSH, (exception,)))


def _innermost(blocks: tuple[RegionKey | None, ...]) -> RegionKey | None:
    """Return the innermost region of a block stack."""
    for entry in reversed(blocks):
        if entry is not HANDLING:
            return entry
    return None


def lift(unit: CodeUnit) -> Function:
    """Return the control-flow graph of a code unit.

    Raises:
        LiftError: no supported CPython writes such instructions.
    """
    if not unit.instructions:
        raise LiftError("there is no code", 0)
    operations = fold_protocols(unit)
    check_conventions(unit, operations)
    layout = Layout(unit, operations)
    check_start(unit, layout.reached)
    try:
        function = _lifted(partial(_Lifter, unit, layout))
    except MissingTupleError:
        function = _lifted(partial(_Lifter, unit, layout, carries_tuples=True))
    function.evidence = evidence_of(unit, function.blocks.values())
    function.lifted_operations = _operations(function)
    return function


def _operations(function: Function) -> frozenset[MicroOp]:
    found: set[MicroOp] = set()
    for block in function.blocks.values():
        pending = block.values
        for value in pending:
            found.add(value.op)
            if value.operands:
                pending += value.operands
    return frozenset(found)


def _lifted(start: Callable[..., _Lifter]) -> Function:
    """Return the graph, lifted again once loose cells and unbound locals are known."""
    lifter = start()
    unit, function = lifter.unit, lifter.run()
    loose = loose_cells(unit, function, lifter.names)
    if loose:
        lifter = start(loose=loose)
        function = lifter.run()
    unbound = maybe_unbound(
        function, lifter.reads, unit.parameters, lifter.names.unbound
    )
    return start(may_be_unbound=unbound, loose=loose).run() if unbound else function
