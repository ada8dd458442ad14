"""Hides ``del`` of the locals in which Dynamo keeps a graph's inputs and results.

Example::

    def f(a):
        graph_out_0 = __compiled_fn_1(a)
        x = graph_out_0[0]
        del graph_out_0
        return x

Before::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        %t2 = item(graph_out_0, 0)
        x = %t2
        delete[graph_out_0]
        return x

After::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        %t2 = item(graph_out_0, 0)
        x = %t2
        return x
It only gives memory back early. Side condition: the local is bound there and nothing
reads it later.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from depyf.decompiler.analysis.liveness import Liveness
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.passes.dynamo.trunk import parts

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function

_MADE_BY_DYNAMO = re.compile(r"(graph_out|tmp)_\d+")


def run(function: Function) -> bool:
    """Removes the statements; True if there were any."""
    liveness = Liveness(function)
    changed = False
    for part in parts(function):
        bound: set[Variable] = set()  # by these blocks themselves
        for stretch in part:
            changed |= _hide(stretch.block, bound, liveness)
            for block in stretch.loop:
                bound.difference_update(map(_deleted, block.body))
    return changed


def _hide(block: BasicBlock, bound: set[Variable], liveness: Liveness) -> bool:
    """Removes those of a block; updates what is bound."""
    after = liveness.before(block.id)
    kept = []
    for index, statement in enumerate(block.body):
        variable = _deleted(statement)
        if variable is not None:
            is_read = variable in after[index + 1]
            if _is_made_by_dynamo(variable) and variable in bound and not is_read:
                continue
            bound.discard(variable)
        if statement.op is MicroOp.STORE:
            bound.add(statement.variable)
        kept.append(statement)
    changed = len(kept) != len(block.body)
    block.body = kept
    return changed


def _deleted(statement: Value) -> Variable | None:
    return statement.variable if statement.op is MicroOp.DELETE else None


def _is_made_by_dynamo(variable: Variable) -> bool:
    return variable.kind is VariableKind.LOCAL and bool(
        _MADE_BY_DYNAMO.fullmatch(variable.name)
    )
