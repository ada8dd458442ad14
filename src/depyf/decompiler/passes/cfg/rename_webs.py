"""Gives every web of a stack slot a name of its own.

Example (CPython 3.8 to 3.11)::

    def f(a, b, c):
        return a or b or c

Before::

    block 0:
        $s0 = a
        branch a ? 1 : 2
    block 2:
        $s0 = b
        branch b ? 1 : 3
    block 3:
        $s0 = c
        jump 1
    block 1 depth 1:
        return $s0

After::

    block 0:
        %t0 = a
        branch a ? 1 : 2
    block 2:
        %t0 = b
        branch b ? 1 : 3
    block 3:
        %t0 = c
        jump 1
    block 1 depth 1:
        return %t0
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Dict, Tuple

from depyf.decompiler.analysis.liveness import Point, split_webs
from depyf.decompiler.ir.function import (
    Function,
    Next,
    set_terminator_values,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    rewrite,
)

_Names = Dict[Tuple[Variable, Point], Variable]


def run(function: Function) -> None:
    """Renames all STACK variables to fresh TEMPs, one for each web."""
    reads: _Names = {}
    writes: _Names = {}
    for web in split_webs(function, (VariableKind.STACK,)):
        fresh = function.fresh()
        for point in web.definitions:
            writes[web.variable, point] = fresh
        for point in web.uses:
            reads[web.variable, point] = fresh
    if not reads and not writes:
        return
    touched: defaultdict[int, set[int]] = defaultdict(set)
    for _, point in (*reads, *writes):
        touched[point.block].add(point.position)
    for block in function.blocks.values():
        here = touched[block.id]
        block.body = [
            _rename(statement, Point(block.id, index), reads, writes)
            if index in here
            else statement
            for index, statement in enumerate(block.body)
        ]
        end = Point(block.id, len(block.body))
        values = tuple(
            _rename(value, end, reads, writes)
            for value in terminator_values(block.terminator)
        )
        if values:
            set_terminator_values(block.terminator, values)
        if isinstance(block.terminator, Next):
            item = block.terminator.item
            block.terminator.item = writes.get((item, end), item)


def _rename(statement: Value, point: Point, reads: _Names, writes: _Names) -> Value:
    def change(node: Value) -> Value:
        payload = node.payload
        if isinstance(payload, Variable):
            names = reads if node.op is MicroOp.LOAD else writes
            new: object = names.get((payload, point), payload)
        elif isinstance(payload, UnpackShape):
            targets = tuple(
                writes.get((target, point), target) for target in payload.targets
            )
            new = UnpackShape(targets, payload.star)
        else:
            return node
        if new == payload:
            return node
        return replace(node, payload=new)

    return rewrite(statement, change)
