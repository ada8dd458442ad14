"""Jump threading: follow a jump through blocks that only jump, to its final target.

>>> path(1, {1: 2, 2: 3}.get)
[1, 2, 3]

A jump to block 1 ends at block 3.
"""

from __future__ import annotations

from typing import Callable, Mapping, Optional, Sequence

from depyf.decompiler.ir.function import BasicBlock, Function, Jump

#: Returns the target of a block that only jumps; None for other blocks.
Follow = Callable[[int], Optional[int]]


def forwarded_to(block: BasicBlock) -> int | None:
    """Return the target of a block that only jumps; None for others."""
    end = block.terminator
    if not isinstance(end, Jump) or (block.body and block.statements):
        return None
    return end.target


def through_empty(blocks: Mapping[int, BasicBlock]) -> Follow:
    """Return a `Follow` function; it follows every block that only jumps."""
    return lambda number: forwarded_to(blocks[number])


def path(start: int, follow: Follow) -> list[int]:
    """Return the blocks from ``start`` to the first that does more than jump."""
    found = {start: None}
    following = follow(start)
    while following is not None and following not in found:
        found[following] = None
        following = follow(following)
    return list(found)


def sources(
    function: Function, preds: Mapping[int, Sequence[int]], target: int
) -> tuple[set[int], set[int]]:
    """Return the blocks that lead to ``target``, and the jump-only blocks on the way.

    Args:
        function: the graph.
        preds: the predecessors of all blocks.
        target: a block.
    """
    found: set[int] = set()
    passed: set[int] = set()
    pending = list(preds[target])
    while pending:
        source = pending.pop()
        if source in found or source in passed:
            continue
        is_entry = source == function.entry
        if is_entry or forwarded_to(function.blocks[source]) is None:
            found.add(source)
        else:
            passed.add(source)
            pending.extend(preds[source])
    return found, passed


class Threads:
    """The final targets of jumps; each block is followed only once.

    Args:
        follow: returns the target of a block that only jumps.
    """

    def __init__(self, follow: Follow) -> None:
        self._follow = follow
        self._known: dict[int, int | None] = {}

    def end(self, start: int) -> int:
        """Return where a jump to ``start`` ends; ``start`` itself in an empty loop."""
        passed: dict[int, None] = {}
        current = start
        while current not in self._known:
            following = self._follow(current)
            if current in passed:
                self._known[current] = None
            elif following is not None:
                passed[current] = None
                current = following
            else:
                self._known[current] = current
        final = self._known[current]
        self._known.update(dict.fromkeys(passed, final))
        return start if final is None else final
