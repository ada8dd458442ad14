"""Copy graphs, and find out whether passes have changed them."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import List, Tuple

from depyf.decompiler.ir.function import BasicBlock, Function

#: Comparing two is fast, because unchanged values are the same objects.
Snapshot = List[Tuple[object, ...]]


def copied(function: Function) -> Function:
    """Return a copy of the graph that passes can change; values are shared."""
    blocks = {
        key: BasicBlock(
            block.id,
            list(block.body),
            type(block.terminator)(**vars(block.terminator)),
            block.region,
            block.depth,
        )
        for key, block in function.blocks.items()
    }
    regions = {key: replace(one) for key, one in function.regions.items()}
    found = copy(function)
    found.blocks, found.regions = blocks, regions
    found.tests_of_parts = set(function.tests_of_parts)
    found.tests_copied = set(function.tests_copied)
    found.analyses = {}
    return found


def snapshot(function: Function) -> Snapshot:
    """Return a snapshot that equals a later one only if the graph is unchanged."""
    return [
        (
            block.id,
            block.region,
            list(block.body),
            type(block.terminator),
            dict(vars(block.terminator)),
        )
        for block in function.blocks.values()
    ]
