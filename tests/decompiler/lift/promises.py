"""What the lifter promises beyond the invariants that passes keep."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Iterator

from depyf.decompiler.ir.function import (
    Branch,
    Next,
    Raise,
    Reraise,
    Return,
    successors,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import UnpackShape, Value, Variable, VariableKind

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function, Terminator


def broken_promises(function: Function) -> list[str]:
    """Returns what does not hold, in words."""
    return [*_leaves(function), *_temporaries(function), *_slots(function)]


def _terminator_values(terminator: Terminator) -> Iterator[Value]:
    if isinstance(terminator, Branch):
        yield terminator.test
    elif isinstance(terminator, Next):
        yield terminator.iterator
    elif isinstance(terminator, Return):
        yield terminator.value
    elif isinstance(terminator, Reraise):
        yield terminator.exception
    elif isinstance(terminator, Raise):
        values = (terminator.exception, terminator.cause)
        yield from (value for value in values if value is not None)


def _values(block: BasicBlock) -> Iterator[Value]:
    yield from block.body
    yield from _terminator_values(block.terminator)


def _defined_by(value: Value) -> tuple[Variable, ...]:
    if value.op is MicroOp.STORE:
        return (value.variable,)
    if isinstance(value.payload, UnpackShape):
        return value.payload.targets
    return ()


def _leaves(function: Function) -> Iterator[str]:
    """Operands are leaves: three-address form."""
    for block in function.blocks.values():
        for value in block.body:
            inner = value.operands
            if value.op is MicroOp.STORE and value.operands:
                inner = value.operands[0].operands
            if any(operand.operands for operand in inner):
                yield f"block {block.id}: an operand of {value.op.value} is no leaf"


def _reads(value: Value, kind: VariableKind) -> Iterator[Variable]:
    for node in value.walk():
        if node.op is MicroOp.LOAD and node.variable.kind is kind:
            yield node.variable


def _temporaries(function: Function) -> Iterator[str]:
    """A temporary is stored once and stays in its block."""
    stores: Counter[Variable] = Counter()
    for block in function.blocks.values():
        known: set[Variable] = set()
        for value in _values(block):
            for variable in _reads(value, VariableKind.TEMP):
                if variable not in known:
                    yield f"block {block.id} reads {variable.name} of another block"
            defined = _defined_by(value)
            known.update(defined)
            stores.update(v for v in defined if v.kind is VariableKind.TEMP)
    for variable, count in stores.items():
        if count > 1:
            yield f"{variable.name} is stored {count} times"


def _slots(function: Function) -> Iterator[str]:
    """A stack variable is stored on every way to a block that reads it."""
    stored = _stored_slots(function)
    for block in function.blocks.values():
        known = set(stored.get(block.id, ()))
        for value in _values(block):
            for variable in _reads(value, VariableKind.STACK):
                if variable not in known:
                    yield f"block {block.id} reads {variable.name} before a store"
            known.update(_defined_by(value))


def _stored_slots(function: Function) -> dict[int, frozenset[Variable]]:
    """Returns the variables stored on every way to each block.

    An exception may come anywhere in a block: a handler has what is stored when its
    region's blocks begin.
    """
    known: dict[int, frozenset[Variable]] = {function.entry: frozenset()}
    pending = [function.entry]
    while pending:
        block = function.blocks[pending.pop()]
        for target, slots in _passes_on(function, block, known[block.id]):
            old = known.get(target)
            new = slots if old is None else old & slots
            if new != old:
                known[target] = new
                pending.append(target)
    return known


def _passes_on(
    function: Function, block: BasicBlock, known: frozenset[Variable]
) -> Iterator[tuple[int, frozenset[Variable]]]:
    if block.region is not None:
        yield function.regions[block.region].handler, known
    stored = known.union(*(_defined_by(value) for value in block.body))
    terminator = block.terminator
    for target in successors(terminator):
        if isinstance(terminator, Next) and target == terminator.body:
            yield target, stored | {terminator.item}
        else:
            yield target, stored
