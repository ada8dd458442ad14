"""One table of the variables that each operation reads and writes.

`read` and `written` count how often a variable is used. `accesses` gives reads and
writes of unaliased variables in order of evaluation, for data-flow analyses.
"""

from __future__ import annotations

from typing import Mapping, NamedTuple, Tuple

from depyf.decompiler.ir import function as cfg
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

#: Kinds of variables that only the function itself can change.
UNALIASED_KINDS = frozenset(
    {VariableKind.LOCAL, VariableKind.STACK, VariableKind.TEMP},
)

_WRITERS = frozenset(
    {
        MicroOp.STORE,
        MicroOp.DELETE,
        MicroOp.TARGET,
        MicroOp.WALRUS,
        MicroOp.SAVE_LOCAL,
        MicroOp.DEFINE,
    }
)
_READERS = frozenset({MicroOp.LOAD, MicroOp.SAVE_LOCAL})
_MAY_WRITE = _WRITERS | {MicroOp.UNPACK, MicroOp.EXC_GROUP_MATCH}


def own_writes(node: Value) -> tuple[Variable, ...]:
    """Return the variables that the operation itself writes, without its operands."""
    if node.op in _WRITERS:
        return (node.variable,)
    if isinstance(node.payload, UnpackShape):
        return node.payload.targets
    return ()


def own_reads(node: Value) -> tuple[Variable, ...]:
    """Return the variables that the operation itself reads, without its operands."""
    return (node.variable,) if node.op in _READERS else ()


def written(statement: Value) -> tuple[Variable, ...]:
    """Return the variables that the tree writes, one item for each write."""
    kept: _Accesses | None = statement.__dict__.get("_accesses")
    return (kept or writes_and_reads(statement))[0]


def read(statement: Value) -> tuple[Variable, ...]:
    """Return the variables that the tree reads, one item for each read."""
    kept: _Accesses | None = statement.__dict__.get("_accesses")
    return (kept or writes_and_reads(statement))[1]


def read_temporaries(statement: Value) -> tuple[Variable, ...]:
    """Return the temporaries that the tree reads."""
    kept: _Accesses | None = statement.__dict__.get("_accesses")
    return (kept or writes_and_reads(statement))[2]


_Accesses = Tuple[Tuple[Variable, ...], Tuple[Variable, ...], Tuple[Variable, ...]]


def writes_and_reads(statement: Value) -> _Accesses:
    """Return a tree's writes, its reads, and the temporaries among the reads.

    The result is stored on the root of the tree, because trees are immutable.
    """
    kept: _Accesses | None = statement.__dict__.get("_accesses")
    if kept is None:
        writes: list[Variable] = []
        reads: list[Variable] = []
        for node in statement.walk():
            op = node.op
            if op in _READERS:
                reads.append(node.variable)
            elif op is MicroOp.COMPREHENSION:
                assert isinstance(node.payload, Comprehension)
                for part in comprehension_values(node.payload):
                    more_writes, more_reads, _ = writes_and_reads(part)
                    writes += more_writes
                    reads += more_reads
            if op in _MAY_WRITE:
                writes += own_writes(node)
        temporaries = tuple([one for one in reads if one.is_temporary])
        kept = (tuple(writes), tuple(reads), temporaries)
        statement.__dict__["_accesses"] = kept
    return kept


def keep_accesses(new: Value, old: Value, taken: Mapping[Variable, Value]) -> None:
    """Store the reads and writes of a tree into which definitions were inlined.

    They are derived from those of its parts. A sum of hundreds of terms takes in the
    terms one by one, and would be walked again each time.

    Args:
        new: the tree after inlining.
        old: the tree before inlining, which reads each of the temporaries once.
        taken: maps temporaries to the STOREs that were inlined.
    """
    writes, reads, temporaries = writes_and_reads(old)
    added: dict[Variable, _Accesses] = {}
    for variable, definition in taken.items():
        more = added[variable] = writes_and_reads(definition)
        if len(more[0]) > 1:
            own = more[0].index(variable)
            writes += more[0][:own] + more[0][own + 1 :]
    new.__dict__["_accesses"] = (
        writes,
        _replaced(reads, added, 1),
        _replaced(temporaries, added, 2),
    )


def _replaced(
    variables: tuple[Variable, ...], added: Mapping[Variable, _Accesses], which: int
) -> tuple[Variable, ...]:
    found: list[Variable] = []
    for variable in variables:
        more = added.get(variable)
        if more is None:
            found.append(variable)
        else:
            found += more[which]
    return tuple(found)


class Access(NamedTuple):
    """One read or write of a variable; unbinding it (``del``) is a write, too."""

    variable: Variable
    is_write: bool


def accesses(value: Value) -> tuple[Access, ...]:
    """Return the accesses to unaliased variables in order of evaluation.

    A ``del`` is a read and then a write, because it raises if the variable is unbound.
    In a comprehension only reads count, because its targets are its own variables.
    """
    kept: tuple[Access, ...] | None = value.__dict__.get("_unaliased")
    if kept is None:
        found: list[Access] = []
        for node in value.walk():
            payload = node.payload
            if isinstance(payload, Variable):
                if payload.kind in UNALIASED_KINDS:
                    if node.op in _READERS or node.op is MicroOp.DELETE:
                        found.append(Access(payload, False))
                    if node.op in _WRITERS:
                        found.append(Access(payload, True))
            elif payload is not None:
                found += _other_accesses(node)
        kept = tuple(found)
        object.__setattr__(value, "_unaliased", kept)
    return kept


def _other_accesses(node: Value) -> list[Access]:
    """Return the accesses of a node whose payload is not a variable."""
    payload = node.payload
    if isinstance(payload, UnpackShape):
        unaliased = (one for one in payload.targets if one.kind in UNALIASED_KINDS)
        return [Access(target, True) for target in unaliased]
    if isinstance(payload, Comprehension):
        parts = comprehension_values(payload)
        return [one for part in parts for one in accesses(part) if not one.is_write]
    if node.op is MicroOp.AUGMENT and node.operands[0].op is MicroOp.TARGET:
        return [Access(node.operands[0].variable, False)]
    return []


def terminator_reads(terminator: cfg.Terminator) -> tuple[Variable, ...]:
    """Return the unaliased variables that a terminator reads."""
    return tuple(
        access.variable
        for value in cfg.terminator_values(terminator)
        for access in accesses(value)
        if not access.is_write
    )


def may_raise(value: Value) -> bool:
    """Return whether evaluating a value may raise, as by reading an unbound local."""
    kept: bool | None = value.__dict__.get("_may_raise")
    if kept is None:
        kept = any(map(_node_may_raise, value.walk()))
        object.__setattr__(value, "_may_raise", kept)
    return kept


def _node_may_raise(node: Value) -> bool:
    return bool(own_effects(node) & Effect.RAISES) or (
        node.op is MicroOp.LOAD and node.variable.kind is VariableKind.LOCAL
    )


def terminator_may_raise(terminator: cfg.Terminator) -> bool:
    """Return whether the terminator may raise and so enter its region's handler."""
    if isinstance(
        terminator, (cfg.Branch, cfg.Next, cfg.Raise, cfg.Reraise, cfg.EnterWith)
    ):
        return True
    return any(may_raise(value) for value in cfg.terminator_values(terminator))


def next_definition(block: cfg.BasicBlock, target: int) -> Variable | None:
    """Return the variable that is stored on the edge from ``block`` to ``target``."""
    end = block.terminator
    if isinstance(end, cfg.Next) and end.body == target and end.exhausted != target:
        return end.item
    if isinstance(end, cfg.EnterWith) and end.body == target:
        return end.target
    return None
