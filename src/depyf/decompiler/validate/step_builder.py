"""Turn a `Function` into the steps of one side."""

from __future__ import annotations

from typing import Hashable, Mapping

from depyf.decompiler.analysis.traversal import flow_graph, reverse_postorder
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import UnpackShape, Value, Variable, VariableKind
from depyf.decompiler.validate.liveness import Side, liveness_of
from depyf.decompiler.validate.steps import (
    EXCEPTION_SLOT,
    OUTSIDE,
    PREVIOUS_EXCEPTION_SLOT,
    Kind,
    Operand,
    Step,
    StepBlock,
)
from depyf.decompiler.validate.value_numbers import constant_of
from depyf.decompiler.validate.value_steps import (
    COMPILER_NAMES,
    UnsupportedError,
    ValueSteps,
)

_DICT_MERGES = ("dict", "call")


class StepBuilder(ValueSteps):
    """Builds one `Side` from a graph."""

    def build(self, held: Mapping[Variable, Operand]) -> Side:
        """Return the steps of all blocks.

        Args:
            held: the values that variables have on entry, besides the parameters.

        Raises:
            UnsupportedError: the lifter never creates one of the operations.
        """
        graph = flow_graph(self._function, exceptions=True)
        order = reverse_postorder(graph, self._function.entry)
        blocks = {OUTSIDE: _outside(len(order))}
        for position, block_id in enumerate(order):
            if block_id not in self._function.blocks:
                raise UnsupportedError(f"there is no block {block_id}")
            block = self._block(self._function.blocks[block_id])
            block.order = position
            blocks[block_id] = block
        entry = blocks[self._function.entry]
        entry.steps[:0] = [
            Step(Kind.MOVE, (self.slot(variable),), (operand,))
            for variable, operand in held.items()
        ]
        side = Side(entry.id, blocks)
        side.liveness = liveness_of(blocks)
        return side

    def _block(self, block: cfg.BasicBlock) -> StepBlock:
        self._steps = []
        for value in block.body:
            self._statement(value)
        self._terminator(block.terminator)
        handler = OUTSIDE
        if block.region is not None:
            handler = self._function.regions[block.region].handler
        return StepBlock(block.id, self._steps, handler)

    # Statements

    def _statement(self, value: Value) -> None:
        if value.op is MicroOp.STORE:
            self._store(value.variable, value.operands[0], value.origins)
        elif value.op is MicroOp.DELETE:
            self._delete(value)
        elif value.op is MicroOp.EVALUATE:
            self._operand(value.operands[0])
        elif value.op in (MicroOp.UNPACK, MicroOp.EXC_GROUP_MATCH):
            self._unpack(value)
        elif value.op is MicroOp.EXC_PUSH:
            self._event(value, (PREVIOUS_EXCEPTION_SLOT,))
        elif value.op is MicroOp.EXTEND and value.payload in _DICT_MERGES:
            self._event(value, (), kind=Kind.MERGE)
        elif value.op is not MicroOp.ORIGIN:
            self._event(value, ())

    def _store(self, variable: Variable, value: Value, origins: frozenset[int]) -> None:
        if self._is_location(variable):
            slot = self.slot(variable)
            operand = self._operand(value, into=slot)
            if operand != slot:
                self._add(Kind.MOVE, (slot,), (operand,), origins=origins)
            return
        self._store_outside(variable, self._operand(value), origins)

    def _store_outside(
        self, variable: Variable, operand: Operand, origins: frozenset[int]
    ) -> None:
        label: tuple[Hashable, ...] = (
            "store",
            variable.kind,
            self._global_name(variable),
        )
        operands: tuple[Operand, ...] = (operand,)
        if _is_by_compiler(variable, operand):
            label, operands = (*label, _last_part(variable, operand)), ()
        self._add(
            Kind.EVENT,
            (),
            operands,
            label=label,
            raises=variable.kind in (VariableKind.GLOBAL, VariableKind.NAME),
            origins=origins,
        )

    def _delete(self, value: Value) -> None:
        variable = value.variable
        if not self._is_location(variable):
            label = ("delete", variable.kind, self._global_name(variable))
            self._add(
                Kind.EVENT, (), (), label=label, raises=True, origins=value.origins
            )
            return
        slot = self.slot(variable)
        self._check(variable, slot, value.origins)
        self._add(Kind.UNBIND, (slot,), ())

    def _unpack(self, value: Value) -> None:
        shape = value.payload
        assert isinstance(shape, UnpackShape)
        slots = []
        later: list[tuple[Variable, int]] = []
        for target in shape.targets:
            if self._is_location(target):
                slots.append(self.slot(target))
            else:
                slots.append(self._temporary())
                later.append((target, slots[-1]))
        label = (value.op, len(shape.targets), shape.star)
        plain = value.op is MicroOp.UNPACK and shape.star is None
        kind = Kind.UNPACK if plain else Kind.EVENT
        self._event(value, tuple(slots), label, kind=kind)
        for variable, slot in later:
            self._store_outside(variable, slot, value.origins)

    # Terminators

    def _terminator(self, end: cfg.Terminator) -> None:
        if isinstance(end, cfg.Jump):
            self._add(Kind.JUMP, (end.target,), ())
        elif isinstance(end, cfg.Branch):
            self._branch(end)
        elif isinstance(end, cfg.Next):
            self._next(end)
        elif isinstance(end, cfg.Return):
            operand = self._operand(end.value)
            self._leave("return", (operand,), end.origins, raises=False)
        elif isinstance(end, cfg.Reraise):
            operand = self._operand(end.exception)
            self._add(Kind.RERAISE, (), (operand,))
        elif isinstance(end, cfg.Raise):
            self._raise(end)
        else:
            raise UnsupportedError(f"{type(end).__name__} is no lifted operation")

    def _branch(self, end: cfg.Branch) -> None:
        test = Value(MicroOp.TRUTH, (end.test,), None, frozenset(end.origins))
        decided = self._operand(test)
        self._add(Kind.DECIDE, (end.if_true, end.if_false), (decided,))

    def _next(self, end: cfg.Next) -> None:
        operand = self._operand(end.iterator)
        self._add(
            Kind.EVENT,
            (self.slot(end.item),),
            (operand,),
            label=("next", end.is_async),
            raises=True,
            origins=frozenset(end.origins),
        )
        self._steps[-1].exits = (end.body, end.exhausted)

    def _raise(self, end: cfg.Raise) -> None:
        values = [value for value in (end.exception, end.cause) if value is not None]
        operands = tuple(self._operand(value) for value in values)
        self._leave(("raise", len(values)), operands, end.origins, raises=True)

    def _leave(
        self,
        label: Hashable,
        operands: tuple[Operand, ...],
        origins: tuple[int, ...],
        *,
        raises: bool,
    ) -> None:
        self._add(
            Kind.EVENT,
            (),
            operands,
            label=label,
            raises=raises,
            origins=frozenset(origins),
        )
        self._steps[-1].ends = True


def _outside(order: int) -> StepBlock:
    """Return the block that an exception leads to when it leaves the function."""
    step = Step(Kind.EVENT, (), (EXCEPTION_SLOT,), "propagate", ends=True)
    return StepBlock(OUTSIDE, [step], OUTSIDE, order)


def _is_by_compiler(variable: Variable, operand: Operand) -> bool:
    """Return whether the compiler adds stores of this name and type to classes."""
    if variable.kind is not VariableKind.NAME or isinstance(operand, int):
        return False
    kind = COMPILER_NAMES.get(variable.name)
    if kind is tuple:
        return operand[0] == "tuple" and all(_is(part, str) for part in operand[1:])
    return kind is not None and _is(operand, kind)


def _is(item: Hashable, kind: type) -> bool:
    """Return whether a value number is a constant of exactly the type ``kind``."""
    if not isinstance(item, tuple) or item[0] != "const":
        return False
    return type(constant_of(item)) is kind


def _last_part(variable: Variable, operand: Operand) -> Hashable:
    """Return the last part of a qualified name, which outer functions do not affect."""
    if variable.name != "__qualname__" or isinstance(operand, int):
        return None
    return str(constant_of(operand)).rpartition(".")[2]
