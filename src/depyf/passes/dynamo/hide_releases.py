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
    from depyf.ir.function import BasicBlock, Function

_MADE_BY_DYNAMO = re.compile(r"(graph_out|tmp)_\d+")


def run(function: Function) -> bool:
    """Removes the statements; True if there were any."""
    liveness = Liveness(function)
    changed = False
    for block in function.blocks.values():
        after = liveness.before(block.id)
        kept = []
        for index, statement in enumerate(block.body):
            if (
                statement.op is MicroOp.DELETE
                and _is_made_by_dynamo(statement.variable)
                and statement.variable not in after[index + 1]
                and _is_bound(block, index, statement.variable)
            ):
                changed = True
            else:
                kept.append(statement)
        block.body = kept
    return changed


def _is_made_by_dynamo(variable: Variable) -> bool:
    return variable.kind is VariableKind.LOCAL and bool(
        _MADE_BY_DYNAMO.fullmatch(variable.name)
    )


def _is_bound(block: BasicBlock, index: int, variable: Variable) -> bool:
    """True if the block itself stores it before statement ``index``."""
    return any(
        statement.op is MicroOp.STORE and statement.payload == variable
        for statement in block.body[:index]
    )
