"""Merges blocks that CPython copied: loop tests and short ends of a function.

Before (a ``while`` loop of 3.10-3.13)::

    0: branch a -> 1, 9
    1: body                -> 2
    2: branch a -> 1, 9

After::

    0: branch a -> 1, 9
    1: body                -> 0

Example of `merge_bare_ends` (CPython 3.11 to 3.15)::

    def f(a):
        if a:
            pass

Before::

    block 0:
        branch a ? 1 : 2
    block 1:
        return None

After::

    block 0:
        branch a ? 2 : 2

Example of `merge_copies` (CPython 3.10 to 3.13)::

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
from depyf.decompiler.analysis.handlers import handler_blocks
from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Jump,
    Raise,
    Reraise,
    Return,
    retarget,
    successors,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.arms import statements
from depyf.decompiler.passes.bisimulation import Renaming, equal_values
from depyf.decompiler.passes.cfg import simplify
from depyf.decompiler.passes.value.pattern_tests import has_pattern

if TYPE_CHECKING:
    from depyf.decompiler.ir.span import Span
    from depyf.decompiler.ir.value import Value

#: CPython copies ends of at most 4 instructions; a jump may have come with them.
_COPIED_INSTRUCTIONS = 5


def run(function: Function) -> None:
    """Merges loop tests, then ends, where the compiler copies them.

    The blocks of the loop tests are left in `Function.tests_copied`.
    """
    habits = function.habits
    while True:
        merged = _merge_test(function) if habits.loop_tests_copied else None
        if merged is not None:
            function.tests_copied.add(merged)
        elif not (habits.tails_copied and _merge_end(function)):
            return
        simplify.run(function)


def merge_bare_ends(function: Function, *, values_whole: bool = False) -> None:
    """Leads all ways to a plain ``return None`` to one block in each region.

    Every test of a condition may have its own copy, which hides that they are one
    condition. What cannot use the shared block gets a copy again. An exception that
    a handler raises on is such an end, too: a ``with`` that ends the handler has two.
    So is a value on the stack: one ``return`` has computed it, before a ``finally``;
    and so is leaving a handler where a condition in it does not hold.

    Args:
        function: the graph, changed in place.
        values_whole: tests of conditions and of ``except`` can be told apart.
    """
    last: dict[object, int] = {}
    tested = _only_tested(function) if values_whole else set()
    handlers = _handlers(function) if tested else {}
    for block in sorted(function.blocks.values(), key=lambda item: -item.id):
        end = _bare_end(function, block)
        around = None
        if end is None and block.id in tested:
            end, around = _left_handler(function, block), handlers.get(block.id)
        kept = last.setdefault((block.region, around, end), block.id)
        if end is not None and kept != block.id:
            _replace(function, block.id, kept)
    simplify.remove_unreachable(function)


def _statement(function: Function, block: BasicBlock) -> Span | int | None:
    """Where the ``return`` was written that a block is a copy of, if it was."""
    end = block.terminator
    if not isinstance(end, Return) or not end.explicit:
        return None
    evidence = function.evidence
    return evidence.span(end.origins[-1:]) or evidence.line(end.origins)


def _bare_end(function: Function, block: BasicBlock) -> object:
    """What a block ends the function with, if it does nothing else; else None."""
    end = block.terminator
    if statements(block):
        return None
    if isinstance(end, Reraise):
        return end.exception.payload
    if isinstance(end, Return) and end.is_plain:
        return "return", _statement(function, block)
    if isinstance(end, Return) and end.value.op is MicroOp.LOAD:
        variable = end.value.variable
        return ("return", variable) if variable.is_temporary else None
    return None


def _only_tested(function: Function) -> set[int]:
    """Blocks that only conditions lead to, patterns and ``except`` clauses aside."""
    found: set[int] = set()
    others = {region.handler for region in function.regions.values()}
    for block in function.blocks.values():
        end = block.terminator
        is_test = isinstance(end, Branch) and not has_pattern(end.test)
        (found if is_test else others).update(successors(end))
    return found - others


def _handlers(function: Function) -> dict[int, int]:
    """The innermost handler around each block, by its first block."""
    preds = predecessors(flow_graph(function))
    entries = {region.handler for region in function.regions.values()}
    bodies = {entry: handler_blocks(function, entry, preds) for entry in entries}
    found: dict[int, int] = {}
    for entry in sorted(bodies, key=lambda one: -len(bodies[one])):
        found.update(dict.fromkeys(bodies[entry], entry))
    return found


def _left_handler(function: Function, block: BasicBlock) -> object:
    """Where a block leads that leaves a handler; None if it is or does anything else.

    A jump that somebody wrote stays where it is.
    """
    end = block.terminator
    if [value.op for value in statements(block)] != [MicroOp.EXC_POP]:
        return None
    seen: set[int] = set()
    while isinstance(end, Jump) and not function.evidence.knows_jump(end.origins):
        target = function.blocks[end.target]
        if target.id in seen:
            return None
        if statements(target) or not isinstance(target.terminator, Jump):
            return "leave", target.id
        seen.add(target.id)
        end = target.terminator
    return None


def _equal_blocks(one: BasicBlock, other: BasicBlock) -> bool:
    names = Renaming()
    left, right = statements(one), statements(other)
    if len(left) != len(right) or type(one.terminator) is not type(other.terminator):
        return False
    values = terminator_values(one.terminator), terminator_values(other.terminator)
    pairs = [*zip(left, right), *zip(*values)]
    return len(values[0]) == len(values[1]) and all(
        equal_values(a, b, names) for a, b in pairs
    )


def _common_test(one: BasicBlock, other: BasicBlock) -> int | None:
    """How many statements before equal tests belong to the tests, None if unequal.

    As few as possible: those that define what the test reads.
    """
    for count in range(min(len(one.body), len(other.body)) + 1):
        tails = [block.body[len(block.body) - count :] for block in (one, other)]
        names = Renaming()
        pairs = list(zip(*tails))
        pairs += zip(
            terminator_values(one.terminator), terminator_values(other.terminator)
        )
        if not all(equal_values(a, b, names) for a, b in pairs):
            return None
        if _is_closed(one, count) and _is_closed(other, count):
            return count
    return None


def _is_closed(block: BasicBlock, count: int) -> bool:
    """True if the last statements and the test read no temporary made before them."""
    cut = len(block.body) - count
    made = {v for s in block.body[:cut] for v in written(s) if v.is_temporary}
    later = [*block.body[cut:], *terminator_values(block.terminator)]
    return not any(variable in made for value in later for variable in read(value))


def _merge_test(function: Function) -> int | None:
    """A test at the bottom of a loop that repeats the one in front of the loop."""
    graph = flow_graph(function)
    tree = DominatorTree(graph, function.entry)
    for bottom in function.blocks.values():
        end = bottom.terminator
        if not isinstance(end, Branch) or bottom.id not in tree.position:
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
                retarget(bottom.terminator, header, test.id)
                return test.id
            if not _same_targets(function, top, bottom):
                continue
            count = _common_test(top, bottom)
            if count is not None:
                test = split(function, top, len(top.body) - count)
                bottom.body = bottom.body[: len(bottom.body) - count]
                bottom.terminator = Jump(test.id, end.origins)
                return test.id
    return None


def _without_copy(top: BasicBlock, bottom: BasicBlock, header: int) -> Value | None:
    """What is tested before the copy of the test in front of the loop: a ``break``."""
    one, other = top.terminator, bottom.terminator
    if not isinstance(one, Branch) or not isinstance(other, Branch):
        return None
    if successors(one) != successors(other) or not _is_closed(top, 0):
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


def _same_targets(function: Function, one: BasicBlock, other: BasicBlock) -> bool:
    """True if both go to the same places, or to copies of one bare ``return``."""
    a, b = one.terminator, other.terminator
    if not isinstance(a, Branch) or not isinstance(b, Branch):
        return False
    return all(
        x == y or _are_equal_returns(function.blocks[x], function.blocks[y])
        for x, y in ((a.if_true, b.if_true), (a.if_false, b.if_false))
    )


def _are_equal_returns(one: BasicBlock, other: BasicBlock) -> bool:
    return (
        isinstance(one.terminator, Return)
        and one.region == other.region
        and _equal_blocks(one, other)
    )


def _merge_end(function: Function) -> bool:
    """Ends of the function with equal statements; bare returns stay copies."""
    groups: dict[object, list[BasicBlock]] = {}
    for block in sorted(function.blocks.values(), key=lambda item: item.id):
        if isinstance(block.terminator, (Return, Raise)) and _worth(block):
            groups.setdefault((block.region, _likeness(block)), []).append(block)
    handlers = {region.handler for region in function.regions.values()}
    handlers |= _clauses(function)
    for blocks in groups.values():
        for index, first in enumerate(blocks):
            for second in blocks[index + 1 :]:
                if not {first.id, second.id} & handlers and _equal_blocks(
                    first, second
                ):
                    _replace(function, first.id, second.id)
                    return True
    return False


def _likeness(block: BasicBlock) -> object:
    """What blocks with equal statements agree in, whatever their temporaries are."""
    found = [*statements(block), *terminator_values(block.terminator)]
    return tuple(
        (node.op, node.payload if node.op is MicroOp.CONST else None)
        for value in found
        for node in value.walk()
    )


def _clauses(function: Function) -> set[int]:
    """Blocks that an ``except`` clause begins or ends with: each has its own."""
    return {
        target
        for block in function.blocks.values()
        if isinstance(block.terminator, Branch)
        and any(n.op is MicroOp.EXC_MATCH for n in block.terminator.test.walk())
        for target in successors(block.terminator)
    }


def _worth(block: BasicBlock) -> bool:
    """True for what CPython copies: a few instructions, more than a bare return."""
    body = statements(block)
    if not body or any(
        value.op in (MicroOp.EXC_POP, MicroOp.EXC_PUSH) for value in body
    ):
        return False
    origins = set(block.terminator.origins)
    for value in [*body, *terminator_values(block.terminator)]:
        origins |= value.all_origins()
    return len(origins) <= _COPIED_INSTRUCTIONS


def _replace(function: Function, old: int, new: int) -> None:
    for source in predecessors(flow_graph(function))[old]:
        retarget(function.blocks[source].terminator, old, new)
    if function.entry == old:
        function.entry = new
