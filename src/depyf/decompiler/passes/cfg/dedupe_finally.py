"""Remove the copies of a ``finally`` body that CPython puts at every exit.

Example (CPython 3.9 to 3.15)::

    def f(a, b):
        try:
            a()
        finally:
            b()
        a.c()

Before::

    block 0 in region 0:
        evaluate(call[](a))
        jump 1
    block 1:
        evaluate(call[](b))
        evaluate(call[](attr[c](a)))
        return None

After::

    block 0 in region 0:
        evaluate(call[](a))
        jump 3
    block 1:
        evaluate(call[](b))
        jump 3
    block 3:
        evaluate(call[](attr[c](a)))
        return None

Every normal exit must begin with a copy of the handler's body. If one does not, nothing
is changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.blocks import exits, free_id, split
from depyf.decompiler.analysis.commute import summarize
from depyf.decompiler.analysis.handlers import caught_exception
from depyf.decompiler.analysis.traversal import blocks_from
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import nodes
from depyf.decompiler.passes.bisimulation import (
    CopyMatcher,
    ProgramPoint,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value, Variable


def run(function: cfg.Function, region: int) -> bool:
    """Turn ``region`` into a ``finally`` region if it is one; return whether it is."""
    handler = function.regions[region].handler
    exception = reraised_exception(function, handler)
    if exception is None:
        return False
    inside = set(function.blocks_in(region))
    continuations: dict[int, ProgramPoint] = {}
    for target in exits(function, inside):
        matcher = CopyMatcher(function, exception)
        if not matcher.match(handler, target):
            return False
        places = sorted(set(matcher.continuations))
        if not all(
            CopyMatcher(function, None).match_places(places[0], place)
            for place in places[1:]
        ):
            return False
        if places:
            continuations[target] = places[0]
    parent = function.regions[region].parent
    for start in _redirect(function, inside, continuations, parent):
        _leave_copy(function, start, parent)
    return True


def reraised_exception(function: cfg.Function, handler: int) -> Variable | None:
    """Return the exception of a handler that only reraises it; else None."""
    caught = caught_exception(function.blocks[handler])
    if caught is None:
        return None
    raises = False
    for block in blocks_from(function, handler):
        for statement in block.body:
            for node in nodes(statement):
                if node.op is MicroOp.LOAD and node.payload == caught:
                    if statement.op is not MicroOp.EXC_PUSH:
                        return None
        end = block.terminator
        if isinstance(end, cfg.Reraise) and end.exception.payload == caught:
            raises = True
        elif any(n.payload == caught for v in _tests(block) for n in nodes(v)):
            return None
    return caught if raises else None


def _tests(block: cfg.BasicBlock) -> list[Value]:
    if isinstance(block.terminator, cfg.Reraise):
        return []
    return list(cfg.terminator_values(block.terminator))


def _redirect(
    function: cfg.Function,
    inside: set[int],
    continuations: dict[int, ProgramPoint],
    parent: int | None,
) -> list[cfg.BasicBlock]:
    """Redirect each exit past its copy; return the blocks that follow the copies."""
    starts: dict[ProgramPoint, int] = {}
    for place in sorted(set(continuations.values()), reverse=True):
        block = function.blocks[place[0]]
        if place[1] > 0:
            block = split(function, block, place[1])
        elif block.id in inside:  # `continue`: the next pass enters the region again
            block = _way_back(function, block, parent)
        starts[place] = block.id
    for source in inside:
        end = function.blocks[source].terminator
        for target in set(cfg.successors(end)):
            if target in continuations:
                cfg.retarget(end, target, starts[continuations[target]])
    return [function.blocks[start] for start in starts.values()]


def _way_back(
    function: cfg.Function, block: cfg.BasicBlock, parent: int | None
) -> cfg.BasicBlock:
    """Return a new block outside the region that jumps to a block inside it."""
    key = free_id(function, block.id, -1)
    way = cfg.BasicBlock(key, [], cfg.Jump(block.id), parent, block.depth)
    function.blocks[key] = way
    return way


def _leave_copy(
    function: cfg.Function, block: cfg.BasicBlock, parent: int | None
) -> None:
    """Move a ``return`` after a copy out of the ``try``, if it cannot raise."""
    if block.region in {None, *function.region_chain(parent)}:
        return
    if isinstance(block.terminator, cfg.Return) and not (
        block.statements or summarize(block.terminator.value).is_ordered
    ):
        block.region = parent
