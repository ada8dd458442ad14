"""Leaves out reads and new lists that nothing looks at.

Example::

    def f(a):
        graph_out_0 = __compiled_fn_1(a)
        tmp_0 = []
        tmp_1 = [tmp_0]
        return graph_out_0[0]

Before::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        %t2 = build[list]
        tmp_1 = build[list](%t2)
        %t3 = item(graph_out_0, 0)
        return %t3

After::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        %t3 = item(graph_out_0, 0)
        return %t3

Side condition: no code runs for what is read, or it is a new list or tuple of such.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.dynamo import variables

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.value import Value, Variable
    from depyf.decompiler.passes.dynamo.places import Facts


def run(function: Function, facts: Facts) -> None:
    """Leaves out what no statement needs any more.

    Args:
        function: the graph, changed in place.
        facts: what Dynamo's variables hold.
    """
    while True:
        reads = Usage.of(function).reads
        changed = False
        for block in function.blocks.values():
            kept = [one for one in block.body if not _is_idle(one, reads, facts)]
            changed |= len(kept) != len(block.body)
            block.body = kept
        if not changed:
            return


def _is_idle(statement: Value, reads: Mapping[Variable, int], facts: Facts) -> bool:
    """True if it only makes or reads what nothing looks at."""
    if statement.op is MicroOp.EVALUATE:
        value = statement.operands[0]
        if value.op is MicroOp.LOAD:
            return value.variable.is_temporary or value.variable in facts.own
        return variables.is_display(value)
    if statement.op is MicroOp.EXTEND:
        return _fills_unread(statement, reads, facts)
    if statement.op is not MicroOp.STORE or reads[statement.variable]:
        return False
    if not (statement.variable.is_temporary or statement.variable in facts.own):
        return False
    held = facts.held.get(statement.variable)
    is_read = held is not None and held.may_repeat
    return is_read or variables.is_display(statement.operands[0])


def _fills_unread(
    statement: Value, reads: Mapping[Variable, int], facts: Facts
) -> bool:
    """True for ``[].extend([])`` where nothing else reads the list."""
    owner, value = statement.operands
    if owner.op is not MicroOp.LOAD or reads[owner.variable] != 1:
        return False
    held = facts.held.get(owner.variable)
    return (
        held is not None
        and variables.is_display(held.value)
        and variables.is_display(value)
    )
