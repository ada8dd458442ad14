"""Merge the copies of loop tests that CPython puts at the ends of loops.

Example (CPython 3.10 to 3.13)::

    def f(a):
        while a:
            a()
        return a

Before::

    block 0:
        branch a ? 1 : 2
    block 1:
        evaluate(call[](a))
        branch a ? 1 : 2

After::

    block 3:
        branch a ? 1 : 2
    block 1:
        evaluate(call[](a))
        jump 3
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.blocks import split
from depyf.decompiler.analysis.dominators import DominatorTree
from depyf.decompiler.analysis.traversal import flow_graph
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.bisimulation import Renaming, common_suffixes, equal_values
from depyf.decompiler.passes.cfg import simplify
from depyf.decompiler.passes.cfg.common_tail import share_tail

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value


def run(function: cfg.Function) -> None:
    """Merge loop tests if the compiler copies them.

    The blocks of the merged tests are added to `Function.tests_copied`.
    """
    while function.habits.loop_tests_copied:
        merged = _merge_test(function)
        if merged is None:
            return
        function.tests_copied.add(merged)
        simplify.run(function)


def _common_test(one: cfg.BasicBlock, other: cfg.BasicBlock) -> int | None:
    """Return the number of statements of two equal tests; None if they differ.

    It is the smallest number, with only the statements that define what the test reads.
    """
    for count in common_suffixes(one, other):
        if _is_closed(one, count) and _is_closed(other, count):
            return count
    return None


def _is_closed(block: cfg.BasicBlock, count: int) -> bool:
    """Return whether the last statements read no temporary of earlier ones."""
    cut = len(block.body) - count
    made = {v for s in block.body[:cut] for v in written(s) if v.is_temporary}
    later = [*block.body[cut:], *cfg.terminator_values(block.terminator)]
    return not any(variable in made for value in later for variable in read(value))


def _merge_test(function: cfg.Function) -> int | None:
    """Merge a loop's last test with its first; return the block of the merged test."""
    graph = flow_graph(function)
    if all(target > source for source, after in graph.items() for target in after):
        return None  # every cycle has an edge back
    tree = DominatorTree(graph, function.entry)
    for bottom in function.blocks.values():
        end = bottom.terminator
        if not isinstance(end, cfg.Branch) or bottom.id not in tree.position:
            continue
        for header in (end.if_true, end.if_false):
            if header not in tree.parent or not tree.dominates(header, bottom.id):
                continue
            top = function.blocks[tree.parent[header]]
            if top is bottom or top.region != bottom.region:
                continue
            rest = _without_copy(top, bottom, header)
            if rest is not None:
                test = split(function, top, len(top.body))
                bottom.terminator = replace(end, test=rest)
                cfg.retarget(bottom.terminator, header, test.id)
                return test.id
            if cfg.successors(top.terminator) != cfg.successors(end):
                continue
            count = _common_test(top, bottom)
            if count is not None:
                return share_tail(function, top, bottom, count, end.origins).id
    return None


def _without_copy(
    top: cfg.BasicBlock, bottom: cfg.BasicBlock, header: int
) -> Value | None:
    """Return the ``break`` test before a copy of the loop's test, or None."""
    one, other = top.terminator, bottom.terminator
    if not isinstance(one, cfg.Branch) or not isinstance(other, cfg.Branch):
        return None
    if cfg.successors(one) != cfg.successors(other) or not _is_closed(top, 0):
        return None
    joined = MicroOp.AND if other.if_true == header else MicroOp.OR
    if other.test.op is not joined:
        return None
    copy = one.test.operands if one.test.op is joined else (one.test,)
    before = other.test.operands[: -len(copy)]
    names = Renaming()
    pairs = zip(other.test.operands[-len(copy) :], copy)
    if not before or not all(equal_values(a, b, names) for a, b in pairs):
        return None
    return before[0] if len(before) == 1 else other.test.with_operands(before)
