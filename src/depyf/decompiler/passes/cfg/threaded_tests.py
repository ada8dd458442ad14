"""Move tests back into the region that their threaded jump left (3.14).

``(a or b) or c`` tests ``a`` a second time after ``a or b``. The compiler lets the jump
of the first test go to the end of the whole expression. The new jump is in no exception
range, and neither is its test.

Example (CPython 3.14)::

    def f(a, b, c):
        try:
            return (a or b) or c
        except ValueError:
            return 1

Before::

    block 2 depth 1:
        branch %t0 ? 3 : 4
    block 4 depth 1:
        jump 5

After::

    block 2 depth 1 in region 0:
        branch %t0 ? 3 : 4
    block 4 depth 1 in region 0:
        jump 5

These tests are recorded, because they show the parentheses. For the range around a
whole generator, the lifter records them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.jump_threading import forwarded_to, path
from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.ir.function import Branch, Return, successors

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


def run(function: Function) -> None:
    """Move threaded tests into the region before them, and record their jumps."""
    if not function.regions:
        return
    tests = [
        (block, block.terminator)
        for block in function.blocks.values()
        if isinstance(block.terminator, Branch) and _only_tests(block, block.terminator)
    ]
    preds = preceding_blocks(function) if tests else {}
    found: set[int] = set()
    for block, end in tests:
        around = {function.blocks[source].region for source in preds[block.id]}
        region = around.pop() if len(around) == 1 else None
        if region is None or block.region != function.regions[region].parent:
            continue
        ways = [_way(function, block.region, side) for side in successors(end)]
        if all(_stays(function.blocks[way[-1]], region) for way in ways):
            for one in (block.id, *ways[0][:-1], *ways[1][:-1]):
                function.blocks[one].region = region
            found.update(end.origins)
    function.tests_threaded |= found


def _stays(block: BasicBlock, region: int) -> bool:
    """Return whether control stays in the region, or returns from it."""
    return block.region == region or isinstance(block.terminator, Return)


def _only_tests(block: BasicBlock, end: Branch) -> bool:
    tested = end.test
    is_kept = tested.loads_temporary
    return is_kept and not block.statements


def _way(function: Function, region: int | None, start: int) -> list[int]:
    """Return the path from ``start`` through blocks of ``region`` that only jump."""

    def follow(number: int) -> int | None:
        block = function.blocks[number]
        return forwarded_to(block) if block.region == region else None

    return path(start, follow)
