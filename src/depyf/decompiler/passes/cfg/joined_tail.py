"""Puts the common end of two blocks into one, with a variable for what differs.

Before::

    1: x = a; return x                 2: x = c; return x

After::

    1: s = a; jump 3    2: s = c; jump 3    3: x = s; return x
"""

from __future__ import annotations

from collections import Counter
from itertools import starmap
from typing import TYPE_CHECKING
from typing import Counter as CounterType

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.analysis.blocks import free_id
from depyf.decompiler.ir.function import (
    BasicBlock,
    Function,
    Jump,
    set_terminator_values,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, load, store, temporary

if TYPE_CHECKING:
    from depyf.decompiler.passes.cfg.common_tail import Cut


def join(
    function: Function, one: BasicBlock, other: BasicBlock, cut: Cut
) -> BasicBlock:
    """Makes one block of the common end of two, which lead to it then.

    Args:
        function: the graph, changed in place.
        one: a block.
        other: another one; its end stays.
        cut: what the two have in common.

    Returns:
        The new block.
    """
    start = len(other.body) - cut.length
    joined = BasicBlock(
        free_id(function, max(one.id, other.id), 1),
        other.body[start:],
        other.terminator,
        other.region,
        other.depth,
    )
    function.blocks[joined.id] = joined
    one.body = one.body[: len(one.body) - cut.length]
    other.body = other.body[:start]
    if cut.differing is not None:
        sides = list(zip((one, other), cut.differing))
        met = [variable for variable in starmap(_met_value, sides) if variable]
        stores = _stores(function, met) if len(met) > 1 else Counter(met)
        slot = max(met, key=stores.__getitem__, default=None)
        if slot is not None and _is_built(function, slot):
            slot = None
        if slot is None:
            slot = temporary(function.next_temp)
            function.next_temp += 1
        for block, leaf in sides:
            if leaf.op is not MicroOp.LOAD or leaf.variable != slot:
                block.body.append(store(slot, leaf))
        _replace_leaf(joined, cut.differing[1], slot)
    one.terminator = Jump(joined.id)
    other.terminator = Jump(joined.id)
    return joined


def _met_value(before: BasicBlock, leaf: Value) -> Variable | None:
    """The variable in which several ways bring their value, if one way is nothing else.

    The function ends behind the join, so nobody else asks for that variable.
    """
    if leaf.op is not MicroOp.LOAD or not leaf.variable.is_temporary:
        return None
    is_place = all(value.op is MicroOp.ORIGIN for value in before.body)
    return leaf.variable if is_place else None


def _stores(function: Function, variables: list[Variable]) -> CounterType[Variable]:
    """How many ways bring a value to each of the variables."""
    return Counter(
        value.variable
        for block in function.blocks.values()
        for value in block.body
        if value.op is MicroOp.STORE and value.variable in variables
    )


def _is_built(function: Function, variable: Variable) -> bool:
    """True for what a loop adds to: a comprehension's value is its own."""
    return any(
        value.op is not MicroOp.STORE and variable in read(value)
        for block in function.blocks.values()
        for value in block.body
    )


def _replace_leaf(block: BasicBlock, leaf: Value, slot: Variable) -> None:
    """Replaces the one leaf (by identity) that the two copies differ in."""

    def change(node: Value) -> Value:
        if node is leaf:
            return load(slot)
        return node.with_operands(tuple(change(o) for o in node.operands))

    block.body = [change(statement) for statement in block.body]
    values = terminator_values(block.terminator)
    if values:
        set_terminator_values(block.terminator, tuple(change(v) for v in values))
