"""What a statement reads and writes among locals, stack slots and temporaries."""

from __future__ import annotations

from typing import NamedTuple

from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    EnterWith,
    Next,
    Raise,
    Reraise,
    Terminator,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import Effect, MicroOp
from depyf.decompiler.ir.value import (
    Comprehension,
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    comprehension_values,
)
from depyf.decompiler.ir.value_effects import own_effects

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
        found: list[Access] = []
        for node in value.walk():
            payload = node.payload
            if isinstance(payload, Variable):
                if payload.kind in PRIVATE_KINDS:
                    if node.op in _READS:
                        found.append(Access(payload, False))
                    if node.op in _WRITES:
                        found.append(Access(payload, True))
            elif payload is not None:
                found += _other_accesses(node)
        kept = tuple(found)
        object.__setattr__(value, "_private", kept)
    return kept


def _other_accesses(node: Value) -> list[Access]:
    """What a node accesses whose payload is no variable."""
    payload = node.payload
    if isinstance(payload, UnpackShape):
        private = (one for one in payload.targets if one.kind in PRIVATE_KINDS)
        return [Access(target, True) for target in private]
    if isinstance(payload, Comprehension):
        parts = comprehension_values(payload)
        return [one for part in parts for one in accesses(part) if not one.is_write]
    if node.op is MicroOp.AUGMENT and node.operands[0].op is MicroOp.TARGET:
        return [Access(node.operands[0].variable, False)]
    return []


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
