"""Drops what unbinds a local that nothing has bound yet.

A resume function of Dynamo puts back what a comprehension had saved (3.12+): the NULL
of a variable that was unbound. There is no statement for it, and none is needed.

Of ``0: y = s0; x = NULL; jump 8`` is left ``0: y = s0; jump 8``.

Only in the straight line that the function begins with: nothing leads back there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.ir.function import Jump
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import VariableKind

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function
    from depyf.decompiler.ir.value import Value


def run(function: Function) -> bool:
    """Removes the stores; True if there were any."""
    if not any(map(_unbinds, function.blocks[function.entry].body)):
        return False
    # A function made by hand has no code to ask.
    bound = set(getattr(function.code, "parameters", ()))
    preds = predecessors(flow_graph(function, exceptions=True))
    block, changed = function.blocks[function.entry], False
    while len(preds[block.id]) == (block.id != function.entry):
        changed |= _drop(block, bound)
        if not isinstance(block.terminator, Jump):
            break
        block = function.blocks[block.terminator.target]
    return changed


def _unbinds(statement: Value) -> bool:
    return (
        statement.op is MicroOp.STORE
        and statement.variable.kind is VariableKind.LOCAL
        and statement.operands[0].op is MicroOp.NULL
    )


def _drop(block: BasicBlock, bound: set[str]) -> bool:
    """Removes them from one block; ``bound`` learns what the others bind."""
    kept = []
    for statement in block.body:
        if _unbinds(statement) and statement.variable.name not in bound:
            continue
        if statement.op is MicroOp.STORE:
            bound.add(statement.variable.name)
        kept.append(statement)
    changed = len(kept) < len(block.body)
    block.body = kept
    return changed
