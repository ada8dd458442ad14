"""Merges what was found to be the same at the ends of blocks.

`share_tail` makes one block of equal statements; `join` puts a variable in the place
of the one leaf that differs; `replace_block` leads all ways to one of equal blocks;
`return_through` makes of a return a way to another one.

Example of `join` (CPython 3.10)::

    def f(a, b, c):
        x = a if b else c
        return x

Before::

    block 1:
        x = a
        return x
    block 2:
        x = c
        return x

After::

    block 1:
        %t0 = a
        jump 3
    block 2:
        %t0 = c
        jump 3
    block 3:
        x = %t0
        return x

Example of `share_tail` (CPython 3.11 to 3.13)::

    def f(a, b):
        if a:
            raise b
        with a:
            pass

Before::

    block 4 depth 1:
        origin
        %t5 = call[_,_,_](%t3, None, None, None)
        evaluate(%t5)
        return None
    block 6 depth 4:
        exc_pop
        return None

After::

    block 4 depth 1:
        origin
        %t5 = call[_,_,_](%t3, None, None, None)
        evaluate(%t5)
        jump 8
    block 6 depth 4:
        exc_pop
        jump 8
    block 8 depth 4:
        return None
"""

from __future__ import annotations

from collections import Counter
from itertools import starmap
from typing import TYPE_CHECKING
from typing import Counter as CounterType

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.analysis.blocks import split
from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.ir.function import BasicBlock, Function, Jump, Return, retarget
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, load, store

if TYPE_CHECKING:
    from depyf.decompiler.passes.cfg.common_tail import Cut


def share_tail(
    function: Function,
    kept: BasicBlock,
    other: BasicBlock,
    count: int,
    origins: tuple[int, ...] = (),
) -> BasicBlock:
    """Makes one block of the equal ends of two, which lead to it then.

    Args:
        function: the graph, changed in place.
        kept: the block whose end it is.
        other: the block that loses its end.
        count: how many statements are equal.
        origins: of the jump that takes the place of the other's end.

    Returns:
        The new block.
    """
    tail = split(function, kept, len(kept.body) - count)
    other.body = other.body[: len(other.body) - count]
    other.terminator = Jump(tail.id, origins)
    return tail


def replace_block(function: Function, old: int, new: int) -> None:
    """Leads all ways to a block to an equal one."""
    for source in predecessors(flow_graph(function))[old]:
        retarget(function.blocks[source].terminator, old, new)
    if function.entry == old:
        function.entry = new


def return_through(block: BasicBlock, variable: Variable, end: int) -> None:
    """Makes of a block's return a jump to the block that returns ``variable``."""
    assert isinstance(block.terminator, Return)
    block.body.append(store(variable, block.terminator.value))
    block.terminator = Jump(end, block.terminator.origins)


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
    joined = share_tail(function, other, one, cut.length)
    if cut.differing is not None:
        sides = list(zip((one, other), cut.differing))
        met = [variable for variable in starmap(_met_value, sides) if variable]
        stores = _stores(function, met) if len(met) > 1 else Counter(met)
        slot = max(met, key=stores.__getitem__, default=None)
        if slot is not None and _is_built(function, slot):
            slot = None
        if slot is None:
            slot = function.fresh()
        for block, leaf in sides:
            if leaf.op is not MicroOp.LOAD or leaf.variable != slot:
                block.body.append(store(slot, leaf))
        _replace_leaf(joined, cut.differing[1], slot)
    return joined


def _met_value(before: BasicBlock, leaf: Value) -> Variable | None:
    """The variable in which several ways bring their value, if one way is nothing else.

    The function ends behind the join, so nobody else asks for that variable.
    """
    if not leaf.loads_temporary:
        return None
    return None if before.statements else leaf.variable


def _stores(function: Function, variables: list[Variable]) -> CounterType[Variable]:
    """How many ways bring a value to each of the variables."""
    return Counter(
        value.variable
        for value in function.statements
        if value.op is MicroOp.STORE and value.variable in variables
    )


def _is_built(function: Function, variable: Variable) -> bool:
    """True for what a loop adds to: a comprehension's value is its own."""
    return any(
        value.op is not MicroOp.STORE and variable in read(value)
        for value in function.statements
    )


def _replace_leaf(block: BasicBlock, leaf: Value, slot: Variable) -> None:
    """Replaces the one leaf (by identity) that the two copies differ in."""

    def change(node: Value) -> Value:
        return load(slot) if node is leaf else node

    block.change_nodes(change)
