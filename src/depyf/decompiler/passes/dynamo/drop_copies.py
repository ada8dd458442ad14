"""Reads a variable of Dynamo's itself, not the copy that Dynamo made of it.

Example (CPython 3.8 to 3.11)::

    def f(a):
        tmp_0 = a.make()
        tmp_1 = tmp_0
        for item in a:
            tmp_1.append(item)
        return __resume_at_12_3(tmp_0)

Before::

    block 0:
        %t0 = attr[make](a)
        %t1 = call[](%t0)
        tmp_0 = %t1
        tmp_1 = tmp_0
        %t2 = iter(a)
        jump 1
    block 2 depth 2:
        item = %t3
        %t4 = attr[append](tmp_1)
        %t5 = call[_](%t4, item)
        evaluate(%t5)
        jump 1
    block 3:
        %t6 = global:__resume_at_12_3
        %t7 = call[_](%t6, tmp_0)
        return %t7

After::

    block 0:
        %t0 = attr[make](a)
        %t1 = call[](%t0)
        tmp_0 = %t1
        tmp_1 = %t1
        %t2 = iter(a)
        jump 1
    block 2 depth 2:
        item = %t3
        %t4 = attr[append](%t1)
        %t5 = call[_](%t4, item)
        evaluate(%t5)
        jump 1
    block 3:
        %t6 = global:__resume_at_12_3
        %t7 = call[_](%t6, %t1)
        return %t7

Side condition: both are written once, in blocks that run once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, AbstractSet

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, rewrite
from depyf.decompiler.passes.dynamo.trunk import trunk

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(function: Function, own: AbstractSet[Variable]) -> None:
    """Rewrites the blocks; the copies, which nothing reads now, stay.

    Args:
        function: the graph, changed in place.
        own: variables of Dynamo's that are written once.
    """
    source: dict[Variable, Variable] = {}
    written: set[Variable] = set()
    for stretch in trunk(function):
        for statement in stretch.block.body:
            if statement.op is not MicroOp.STORE:
                continue
            value = statement.operands[0]
            if value.op is MicroOp.LOAD and statement.variable in own:
                if value.variable in written:
                    first = source.get(value.variable, value.variable)
                    source[statement.variable] = first
            if statement.variable in own:
                written.add(statement.variable)
    if not source:
        return

    def change(node: Value) -> Value:
        if node.op is MicroOp.LOAD and node.variable in source:
            return replace(node, payload=source[node.variable])
        return node

    for block in function.blocks.values():
        block.change_values(lambda value: rewrite(value, change))
