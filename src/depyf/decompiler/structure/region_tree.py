"""Arrange loops and protected regions as one tree of block sets.

A *composite* is a set of blocks with one entry that becomes one statement: a loop, or a
``try`` or ``with`` with its handlers. Two composites must be nested or disjoint. If
they overlap, `StructureError` is raised.
"""

from __future__ import annotations

from dataclasses import field

from depyf.decompiler.analysis.dominators import DominatorTree, LoopForest
from depyf.decompiler.analysis.handlers import StructureError, handler_blocks
from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.ir.function import BasicBlock, EnterTry, EnterWith, Function, Next
from depyf.decompiler.structure.exits import DEEPEST
from depyf.decompiler.structure.loop_extent import LoopExtent, cut_exits
from depyf.decompiler.structure.text_places import TextPlaces
from depyf.records import dataclass


@dataclass
class Composite:
    """A set of blocks that becomes one statement.

    Args:
        kind: ``loop``, ``try``, ``with`` or ``function``.
        entry: the block through which control enters.
        blocks: all blocks, those of nested composites included.
        body: the protected blocks of a ``try`` or ``with``.
        handler: the blocks of a ``try``'s handler.
        children: the composites directly inside this one.
    """

    kind: str
    entry: int
    blocks: set[int]
    body: set[int] = field(default_factory=set)
    handler: set[int] = field(default_factory=set)
    children: list[Composite] = field(default_factory=list)


def build(function: Function) -> Composite:
    """Return the composite of the whole function, with all others nested in it.

    A block that begins inside a loop and continues after it is split.

    Raises:
        StructureError: a cycle has two entries, or two composites overlap.
    """
    while True:
        graph = flow_graph(function)
        tree = DominatorTree(graph, function.entry)
        forest = LoopForest(graph, tree)
        if forest.irreducible_edges:
            message = f"two-entry loop at offset {forest.irreducible_edges[0][1]}"
            raise StructureError(message)
        _check_depth(forest)
        loops = [
            Composite("loop", loop.header, set(loop.blocks))
            for loop in forest.loops.values()
        ]
        # A `for` that always leaves in its first pass is not a cycle.
        loops += [
            Composite("loop", block.id, {block.id})
            for block in function.blocks.values()
            if isinstance(block.terminator, Next) and block.id not in forest.loops
        ]
        text = TextPlaces(function)
        extents = [LoopExtent(text, tree, loop.blocks, loop.entry) for loop in loops]
        _tell_parents(forest, extents)
        if not cut_exits(function, extents):
            break
    preds = predecessors(graph)
    inside = _blocks_by_region(function)
    composites = [
        _protected(function, block, preds, inside)
        for block in function.blocks.values()
        if isinstance(block.terminator, (EnterTry, EnterWith))
    ]
    composites.sort(key=lambda item: len(item.blocks))
    composites += loops
    _grow(composites, extents)
    return _nest(function, composites)


def _tell_parents(forest: LoopForest[int], extents: list[LoopExtent]) -> None:
    """Set the outer loop of each loop."""
    numbered = dict(zip(forest.loops, extents))
    for loop, extent in zip(forest.loops.values(), extents):
        if loop.parent is not None:
            extent.around = numbered[loop.parent.header]


def _check_depth(forest: LoopForest[int]) -> None:
    """Raise StructureError if loops are nested deeper than Python allows."""
    depths: dict[int, int] = {}
    for loop in forest.loops.values():
        around = 0 if loop.parent is None else depths[loop.parent.header]
        depths[loop.header] = around + 1
    if max(depths.values(), default=0) > DEEPEST:
        raise StructureError("loops are nested deeper than Python allows")


def _blocks_by_region(function: Function) -> dict[int, set[int]]:
    """Return for each region the blocks that it protects, nested regions included."""
    inside: dict[int, set[int]] = {}
    for block in function.blocks.values():
        for region in function.region_chain(block.region):
            inside.setdefault(region, set()).add(block.id)
    return inside


def _protected(
    function: Function,
    block: BasicBlock,
    preds: dict[int, list[int]],
    inside: dict[int, set[int]],
) -> Composite:
    end = block.terminator
    assert isinstance(end, (EnterTry, EnterWith))
    body = set(inside.get(end.region, ()))
    if isinstance(end, EnterWith):
        return Composite("with", block.id, {block.id} | body, body)
    handler = handler_blocks(function, end.handler, preds)
    return Composite("try", block.id, {block.id} | body | handler, body, handler)


def _grow(composites: list[Composite], extents: list[LoopExtent]) -> None:
    """Extend loops and regions until they contain whole statements and loop exits."""
    loops = [item for item in composites if item.kind == "loop"]
    others = [item for item in composites if item.kind != "loop"]
    entered: dict[int, list[Composite]] = {}
    for item in composites:
        entered.setdefault(item.entry, []).append(item)
    changed = True
    while changed:
        changed = False
        for loop, extent in zip(loops, extents):
            size = len(loop.blocks)
            _complete(loop.blocks, loop, entered)
            extent.grow()
            changed |= len(loop.blocks) != size
        for protected in others:
            size = len(protected.blocks)
            for part in (protected.body, protected.handler):
                _complete(part, protected, entered)
            protected.blocks |= protected.body | protected.handler
            changed |= len(protected.blocks) != size


def _complete(
    part: set[int], of: Composite, entered: dict[int, list[Composite]]
) -> None:
    """Extend a part of a composite by all composites whose entry is in the part."""
    pending = list(part)
    while pending:
        block = pending.pop()
        for other in entered.get(block, ()):
            if of.kind != "loop":
                is_inside = block != of.entry
            else:
                is_inside = other.kind != "loop" or of.entry not in other.blocks
            if is_inside:
                pending.extend(other.blocks - part)
                part |= other.blocks


def _nest(function: Function, composites: list[Composite]) -> Composite:
    root = Composite("function", function.entry, set(function.blocks))
    innermost = dict.fromkeys(function.blocks, root)
    rank = {"function": 0, "loop": 1, "try": 2, "with": 2}
    for item in sorted(composites, key=lambda c: (-len(c.blocks), rank[c.kind])):
        parent = innermost[item.entry]
        for block in item.blocks:
            other = innermost[block]
            if other is not parent:
                message = (
                    f"overlapping {item.kind} and {other.kind} at offset {item.entry}"
                )
                raise StructureError(message)
        parent.children.append(item)
        innermost.update(dict.fromkeys(item.blocks, item))
    return root
