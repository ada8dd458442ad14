"""Hides ``del`` of the locals in which Dynamo keeps a graph's inputs and results.

Before::

    x = graph_out_0[0]
    del graph_out_0

After::

    x = graph_out_0[0]

It only gives memory back early. Side condition: the local is bound there and nothing
reads it later.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from depyf.analysis.liveness import Liveness
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import Variable, VariableKind

if TYPE_CHECKING:
    from depyf.ir.function import Function

_MADE_BY_DYNAMO = re.compile(r"(graph_out|tmp)_\d+")


def run(function: Function) -> bool:
    """Removes the statements; True if there were any."""
    liveness = Liveness(function)
    changed = False
    for block in function.blocks.values():
        after = liveness.before(block.id)
        kept = []
        bound: set[Variable] = set()  # by the block itself
        for index, statement in enumerate(block.body):
            if (
                statement.op is MicroOp.DELETE
                and _is_made_by_dynamo(statement.variable)
                and statement.variable not in after[index + 1]
                and statement.variable in bound
            ):
                changed = True
                continue
            if statement.op is MicroOp.STORE:
                bound.add(statement.variable)
            kept.append(statement)
        block.body = kept
    return changed


def _is_made_by_dynamo(variable: Variable) -> bool:
    return variable.kind is VariableKind.LOCAL and bool(
        _MADE_BY_DYNAMO.fullmatch(variable.name)
    )
