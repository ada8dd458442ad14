"""What a statement reads and writes among locals, stack slots and temporaries."""

from __future__ import annotations

from typing import Iterator, NamedTuple

from depyf.ir.function import (
    BasicBlock,
    Branch,
    EnterWith,
    Next,
    Raise,
    Reraise,
    Terminator,
    terminator_values,
)
from depyf.ir.micro_op import Effect, MicroOp
from depyf.ir.value import (
    Comprehension,
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    comprehension_values,
)
from depyf.ir.value_effects import own_effects

#: Kinds of variables whose value nothing but the function itself can change.
PRIVATE_KINDS = frozenset(
    {VariableKind.LOCAL, VariableKind.STACK, VariableKind.TEMP},
)

_READS = frozenset({MicroOp.LOAD, MicroOp.SAVE_LOCAL, MicroOp.DELETE})
_WRITES = frozenset(
    {
        MicroOp.STORE,
        MicroOp.TARGET,
        MicroOp.WALRUS,
        MicroOp.DEFINE,
        MicroOp.DELETE,
        MicroOp.SAVE_LOCAL,
    }
)


class Access(NamedTuple):
    """One read or write of a variable; unbinding it (``del``) is a write, too."""

    variable: Variable
    is_write: bool


def accesses(value: Value) -> tuple[Access, ...]:
    """Accesses to private variables in order of evaluation, kept on the tree.

    A ``del`` reads (it raises where the variable is unbound), then writes. Inside
    a comprehension only reads are seen, as its targets are its own.
    """
    kept: tuple[Access, ...] | None = value.__dict__.get("_private")
    if kept is None:
        kept = tuple(_accesses(value))
        object.__setattr__(value, "_private", kept)
    return kept


def _accesses(value: Value) -> Iterator[Access]:
    for node in value.walk():
        payload = node.payload
        if isinstance(payload, Variable):
            yield from _variable_accesses(node, payload)
        elif isinstance(payload, UnpackShape):
            for target in payload.targets:
                if target.kind in PRIVATE_KINDS:
                    yield Access(target, True)
        elif isinstance(payload, Comprehension):
            for part in comprehension_values(payload):
                yield from (item for item in accesses(part) if not item.is_write)
        elif node.op is MicroOp.AUGMENT:
            target_value = node.operands[0]
            if target_value.op is MicroOp.TARGET:
                yield Access(target_value.variable, False)


def _variable_accesses(node: Value, variable: Variable) -> Iterator[Access]:
    if variable.kind not in PRIVATE_KINDS:
        return
    if node.op in _READS:
        yield Access(variable, False)
    if node.op in _WRITES:
        yield Access(variable, True)


def terminator_reads(terminator: Terminator) -> tuple[Variable, ...]:
    """Private variables a terminator reads. `Next.item` is written on one edge."""
    return tuple(
        access.variable
        for value in terminator_values(terminator)
        for access in accesses(value)
        if not access.is_write
    )


def may_raise(value: Value) -> bool:
    """True if evaluating may raise; a local may be unbound, so reading it may."""
    kept: bool | None = value.__dict__.get("_may_raise")
    if kept is None:
        kept = any(map(_node_may_raise, value.walk()))
        object.__setattr__(value, "_may_raise", kept)
    return kept


def _node_may_raise(node: Value) -> bool:
    return bool(own_effects(node) & Effect.RAISES) or (
        node.op is MicroOp.LOAD and node.variable.kind is VariableKind.LOCAL
    )


def terminator_may_raise(terminator: Terminator) -> bool:
    """True if the handler of its region may follow the terminator."""
    if isinstance(terminator, (Branch, Next, Raise, Reraise, EnterWith)):
        return True
    return any(may_raise(value) for value in terminator_values(terminator))


def next_definition(block: BasicBlock, target: int) -> Variable | None:
    """The variable that the edge from ``block`` to ``target`` defines."""
    end = block.terminator
    if isinstance(end, Next) and end.body == target and end.exhausted != target:
        return end.item
    if isinstance(end, EnterWith) and end.body == target:
        return end.target
    return None
