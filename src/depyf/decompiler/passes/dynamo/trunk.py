"""Find the blocks that run one after the other, with the loops between them.

Dynamo's code branches where the user's code does. The code that Dynamo adds is
straight-line code, except for a loop that fills a dict::

    before        runs once
    loop          any number of times, to its end
    behind        runs once

A fact at the end of ``before`` that the loop does not change is still true in
``behind``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.decompiler.analysis.traversal import predecessors
from depyf.decompiler.ir.function import Jump, Next, successors
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


@dataclass(frozen=True)
class Stretch:
    """A block of the trunk, and the loop after it.

    Attributes:
        block: the block.
        loop: the blocks that run between it and the next one, the loop's head first.
    """

    block: BasicBlock
    loop: tuple[BasicBlock, ...] = ()


def parts(function: Function) -> list[list[Stretch]]:
    """Return the trunk, and then each other block on its own."""
    first = trunk(function)
    inside = {one.block.id for one in first}
    rest = [block for block in function.blocks.values() if block.id not in inside]
    return [first, *([Stretch(block)] for block in rest)]


def trunk(function: Function) -> list[Stretch]:
    """Return the blocks from the entry on that run exactly once, in order."""
    if function.regions:
        return [Stretch(function.blocks[function.entry])]
    graph = {
        block.id: successors(block.terminator) for block in function.blocks.values()
    }
    preds = predecessors(graph)
    found: list[Stretch] = []
    block: BasicBlock | None = function.blocks[function.entry]
    while block is not None:
        loop: tuple[BasicBlock, ...] = ()
        behind = _only_successor(block)
        if behind is not None and preds[behind] != [block.id]:
            loop, behind = _loop(function, behind, block.id, preds)
        found.append(Stretch(block, loop))
        block = None if behind is None else function.blocks[behind]
    return found


def _only_successor(block: BasicBlock) -> int | None:
    return block.terminator.target if isinstance(block.terminator, Jump) else None


def _loop(
    function: Function, head: int, entered_from: int, preds: Mapping[int, Sequence[int]]
) -> tuple[tuple[BasicBlock, ...], int | None]:
    """Return the blocks of a ``for`` with a single exit, and the block after it."""
    first = function.blocks[head]
    end = first.terminator
    if not isinstance(end, Next) or preds[end.exhausted] != [head]:
        return (), None
    inside = {head: first}
    waiting = [end.body]
    while waiting:
        number = waiting.pop()
        if number in inside:
            continue
        block = inside[number] = function.blocks[number]
        following = successors(block.terminator)
        if not following or end.exhausted in following:
            return (), None
        waiting.extend(following)
    entries = [one for one in preds[head] if one not in inside]
    if entries != [entered_from]:
        return (), None
    return tuple(inside.values()), end.exhausted
