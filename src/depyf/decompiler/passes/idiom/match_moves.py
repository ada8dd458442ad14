"""Reads the subject of a pattern where it was first, not a copy of it.

What an alternative captures waits in a place that all alternatives share, and is
looked at there by the tests that follow. Before::

    1: shared = part; branch -> 2, 9
    2: t = match_class(shared, A) ...

After::

    1: shared = part; branch -> 2, 9
    2: t = match_class(part, A) ...
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.traversal import (
    flow_graph,
    predecessors,
    reverse_postorder,
)
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.function import set_terminator_values, terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, rewrite

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(function: Function) -> None:
    """Changes what statements of blocks with one predecessor read."""
    writes = Usage.of(function).writes
    graph = flow_graph(function)
    preds = predecessors(graph)
    known: dict[int, dict[Variable, Variable]] = {}
    for number in reverse_postorder(graph, function.entry):
        sources = preds[number]
        copies = dict(known.get(sources[0], {})) if len(sources) == 1 else {}
        block = function.blocks[number]
        for index, statement in enumerate(block.body):
            block.body[index] = changed = _reading(statement, copies)
            for variable in written(changed):
                copies.pop(variable, None)
                if variable in copies.values():
                    copies = {k: v for k, v in copies.items() if v != variable}
            if _is_shared(changed, writes):
                copies[changed.variable] = changed.operands[0].variable
        values = terminator_values(block.terminator)
        if values and copies:
            new = tuple(_reading(value, copies) for value in values)
            set_terminator_values(block.terminator, new)
        known[number] = copies


def _is_shared(statement: Value, writes: dict[Variable, int]) -> bool:
    """True for a copy to a temporary that has others elsewhere."""
    if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
        return False
    source = statement.operands[0]
    return (
        source.op is MicroOp.LOAD
        and source.variable.is_temporary
        and writes[source.variable] == 1
        and writes[statement.variable] > 1
    )


def _reading(statement: Value, copies: dict[Variable, Variable]) -> Value:
    if copies.keys().isdisjoint(read(statement)):
        return statement

    def change(node: Value) -> Value:
        if node.op is MicroOp.LOAD and node.variable in copies:
            return Value(
                MicroOp.LOAD, (), copies[node.variable], node.origins, node.raises
            )
        return node

    return rewrite(statement, change)
