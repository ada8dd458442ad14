"""Treat cells that no function shares as locals, for validation only.

Dynamo puts the cells of a function into lists, for functions that it may call later. If
it calls none, such a list is never read. A source that leaves the list out needs no
cell.

For example, ``t0 = (cell x, cell y); t1 = [t0]; cell:x = a`` is compared as ``x = a``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.analysis.liveness import Liveness
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Variable, VariableKind

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.value import Value

_SHARED = (MicroOp.CELL, MicroOp.MAKE_CELL, MicroOp.SAVE_LOCAL)


def run(function: Function, names: Collection[str]) -> None:
    """Remove unread collections of cells, then turn unshared cells into locals.

    Args:
        function: the graph.
        names: the names of the function's cells. A name that instructions use both as a
            cell and as a local is left unchanged.
    """
    if not names:
        return
    usage = Usage.of(function)
    used = {*usage.reads, *usage.writes}
    plain = {v.name for v in used if v.kind is VariableKind.LOCAL}
    cells = {
        v
        for v in used
        if v.kind is VariableKind.CELL and v.name in names and v.name not in plain
    }
    if _drop_copies(function):
        usage = Usage.of(function)
    _drop_packs(function, usage)
    shared = {
        node.payload
        for value in function.values
        for node in value.walk()
        if node.op in _SHARED
    }
    loose = {
        cell: Variable(VariableKind.LOCAL, cell.name)
        for cell in cells - shared
        if not cell.scope
    }
    for block in function.blocks.values() if loose else ():
        block.rename(lambda variable: loose.get(variable, variable))


def _drop_copies(function: Function) -> bool:
    """Remove copies of a collection of cells to slots whose value is never read."""
    made = {
        statement.variable
        for statement in function.statements
        if _is_pack(statement) and statement.operands[0].op is MicroOp.BUILD
    }
    liveness, changed = None, False
    for block in function.blocks.values():
        kept = []
        for index, statement in enumerate(block.body):
            if _is_pack(statement) and not made.isdisjoint(read(statement)):
                liveness = liveness or Liveness(function)
                if statement.variable not in liveness.before(block.id)[index + 1]:
                    changed = True
                    continue
            kept.append(statement)
        block.body = kept
    return changed


def _drop_packs(function: Function, usage: Usage) -> None:
    """Remove unread displays of cells, and unread displays of these displays."""
    packs = {
        statement.variable: statement
        for statement in function.statements
        if _is_pack(statement) and usage.writes[statement.variable] == 1
    }
    shrinking = bool(packs)
    while shrinking:
        # Each remaining one is read only by others, and contains only cells and others.
        inside = [v for one in packs.values() for v in read(one)]
        kept = {
            variable: one
            for variable, one in packs.items()
            if inside.count(variable) == usage.reads[variable]
            and all(v in packs for v in read(one))
        }
        shrinking = len(kept) < len(packs)
        packs = kept
    if packs:
        for block in function.blocks.values():
            block.body = [
                statement
                for statement in block.body
                if statement.op is not MicroOp.STORE or statement.variable not in packs
            ]


def _is_pack(statement: Value) -> bool:
    if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
        return False
    value = statement.operands[0]
    if value.op is MicroOp.LOAD:
        return value.variable.is_temporary
    return (
        value.op is MicroOp.BUILD
        and value.payload in ("list", "tuple")
        and all(item.op in (MicroOp.CELL, MicroOp.LOAD) for item in value.operands)
    )
