"""Loops and protected regions as one tree of block sets.

A *composite* is a set of blocks with one entry that becomes one statement: a loop,
or a ``try``/``with`` together with its handlers. Composites must be nested or
disjoint; what is not raises `StructureError`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from depyf.analysis.dominators import DominatorTree
from depyf.analysis.handlers import StructureError, handler_blocks
from depyf.analysis.loops import LoopForest
from depyf.analysis.traversal import flow_graph, predecessors
from depyf.ir.function import (
    BasicBlock,
    EnterTry,
    EnterWith,
    Function,
    Next,
    Return,
    successors,
)
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import Constant

#: An exit of a loop that ends the function in so many blocks belongs to its body.
_SHORT_END = 4


@dataclass
class Composite:
    """Blocks that become one statement.

    Args:
        kind: ``loop``, ``try``, ``with`` or ``function``.
        entry: the block through which control enters.
        blocks: all blocks, nested composites included.
        body: for ``try`` and ``with``: the protected blocks.
        handler: for ``try``: the blocks of the handler.
        children: composites directly inside.
    """

    kind: str
    entry: int
    blocks: set[int]
    body: set[int] = field(default_factory=set)
    handler: set[int] = field(default_factory=set)
    children: list[Composite] = field(default_factory=list)


def build(function: Function) -> Composite:
    """The composite of the whole function, with all others nested in it.

    Raises:
        StructureError: a cycle has two entries, or two composites overlap.
    """
    graph = flow_graph(function)
    tree = DominatorTree(graph, function.entry)
    forest = LoopForest(graph, function.entry, tree)
    if not forest.is_reducible:
        message = f"two-entry loop at offset {forest.irreducible_edges[0][1]}"
        raise StructureError(message)
    composites = [
        _protected(function, block)
        for block in function.blocks.values()
        if isinstance(block.terminator, (EnterTry, EnterWith))
    ]
    composites.sort(key=lambda item: len(item.blocks))
    composites += [
        Composite("loop", loop.header, set(loop.blocks))
        for loop in forest.loops.values()
    ]
    # A `for` that always leaves in its first pass is no cycle.
    composites += [
        Composite("loop", block.id, {block.id})
        for block in function.blocks.values()
        if isinstance(block.terminator, Next) and block.id not in forest.loops
    ]
    _grow(function, composites)
    return _nest(function, composites)


def _protected(function: Function, block: BasicBlock) -> Composite:
    end = block.terminator
    assert isinstance(end, (EnterTry, EnterWith))
    body = set(function.blocks_in(end.region))
    if isinstance(end, EnterWith):
        return Composite("with", block.id, {block.id} | body, body)
    handler = handler_blocks(function, end.handler)
    return Composite("try", block.id, {block.id} | body | handler, body, handler)


def _grow(function: Function, composites: list[Composite]) -> None:
    """Makes loops hold whole ``try`` statements and code that leads out of them.

    The blocks of ``if test: foo(); break`` lie in no cycle, but in the text of the
    loop. Where blocks are in source order, they lie before the loop's last block.
    """
    before = predecessors(flow_graph(function))
    changed = True
    while changed:
        changed = False
        for loop in composites:
            if loop.kind != "loop":
                continue
            size = len(loop.blocks)
            for other in composites:
                if other.kind != "loop" and other.entry in loop.blocks:
                    loop.blocks |= other.blocks
            _absorb_exits(function, loop, before)
            _absorb_side_exits(function, loop, before)
            changed |= len(loop.blocks) != size
        for protected in composites:
            if protected.kind == "loop":
                continue
            size = len(protected.blocks)
            for loop in composites:
                if loop.kind == "loop":
                    for part in (protected.body, protected.handler):
                        if loop.entry in part and loop.entry != protected.entry:
                            part.update(loop.blocks)
            for other in composites:
                if other is not protected and other.kind != "loop":
                    for part in (protected.body, protected.handler):
                        if other.entry in part:
                            part.update(other.blocks)
            protected.blocks |= protected.body | protected.handler
            changed |= len(protected.blocks) != size


def _absorb_exits(
    function: Function, loop: Composite, before: dict[int, list[int]]
) -> None:
    end = _text_end(function, loop)
    pending = [
        t for b in loop.blocks for t in successors(function.blocks[b].terminator)
    ]
    while pending:
        target = pending.pop()
        if target in loop.blocks or not loop.entry < target < end:
            continue
        if all(source in loop.blocks for source in before[target]):
            loop.blocks.add(target)
            pending.extend(successors(function.blocks[target].terminator))


def _absorb_side_exits(
    function: Function, loop: Composite, before: dict[int, list[int]]
) -> None:
    """Takes in exits from which another exit is reached: code before a ``break``."""
    header = function.blocks[loop.entry].terminator
    normal = header.exhausted if isinstance(header, Next) else -1
    targets = {
        target
        for block in loop.blocks
        for target in successors(function.blocks[block].terminator)
    } - loop.blocks
    only = min(targets) if len(targets) == 1 else None
    if (
        only is not None
        and all(source in loop.blocks for source in before[only])
        and _returns_at_once(function, loop, only)
    ):
        loop.blocks |= targets
        return
    for target in sorted(targets - {normal}):
        if not all(source in loop.blocks for source in before[target]):
            continue
        reached = _reached(function, target, loop.entry)
        leads_to_another = bool(targets & reached - {target})
        ends = loop.entry not in reached and _only_ends(function, reached)
        if leads_to_another or (ends and target != max(targets)):
            loop.blocks.add(target)
            return


def _returns_at_once(function: Function, loop: Composite, target: int) -> bool:
    """True if leaving the loop is a ``return`` from its middle."""
    block = function.blocks[target]
    header = function.blocks[loop.entry]
    is_condition = all(value.op is MicroOp.ORIGIN for value in header.body)
    return (
        isinstance(block.terminator, Return)
        and all(value.op is MicroOp.ORIGIN for value in block.body)
        and not (is_condition and target in successors(header.terminator))
        and block.terminator.value.payload != Constant(None)
    )


def _only_ends(function: Function, blocks: set[int]) -> bool:
    """True for a few blocks that all end the function: no place to go on after it."""
    return len(blocks) <= _SHORT_END


def _reached(function: Function, start: int, stop: int) -> set[int]:
    """Blocks reached from ``start`` without passing ``stop``."""
    seen = {start}
    pending = [start]
    while pending:
        for target in successors(function.blocks[pending.pop()].terminator):
            if target not in seen:
                seen.add(target)
                if target != stop:
                    pending.append(target)
    return seen


def _text_end(function: Function, loop: Composite) -> int:
    """Where the text of the loop ends: its exhausted arm, or its last block."""
    header = function.blocks[loop.entry].terminator
    if isinstance(header, Next):
        return max(header.exhausted, header.body)
    return max(loop.blocks) + 1


def _nest(function: Function, composites: list[Composite]) -> Composite:
    root = Composite("function", function.entry, set(function.blocks))
    placed: list[Composite] = [root]
    rank = {"function": 0, "loop": 1, "try": 2, "with": 2}
    for item in sorted(composites, key=lambda c: (-len(c.blocks), rank[c.kind])):
        parent: Composite | None = None
        for other in placed:
            common = other.blocks & item.blocks
            if not common:
                continue
            if common != item.blocks:
                message = (
                    f"overlapping {item.kind} and {other.kind} at offset {item.entry}"
                )
                raise StructureError(message)
            parent = other
        assert parent is not None
        parent.children.append(item)
        placed.append(item)
    return root
