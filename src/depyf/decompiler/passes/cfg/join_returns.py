"""Gives a lambda one ``return``, so that its branches become one expression.

Before::

    0: branch a -> 1, 2    1: return b    2: return c

After::

    0: branch a -> 1, 2    1: t = b; jump 3    2: t = c; jump 3    3: return t
"""

from __future__ import annotations

from depyf.decompiler.ir.function import BasicBlock, Function, Return
from depyf.decompiler.ir.value import load, temporary
from depyf.decompiler.passes.cfg.merge_tails import return_through


def run(function: Function) -> None:
    """Joins all returns in a new last block."""
    returning = [
        block
        for block in function.blocks.values()
        if isinstance(block.terminator, Return)
    ]
    if len(returning) < 2:
        return
    result = temporary(function.next_temp)
    function.next_temp += 1
    end = BasicBlock(max(function.blocks) + 1, [], Return(load(result)))
    for block in returning:
        return_through(block, result, end.id)
    function.blocks[end.id] = end
