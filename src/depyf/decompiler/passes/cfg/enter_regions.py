"""Add an entering block to each protected region that is a ``try`` statement.

Example of `enter_regions` (CPython 3.11 to 3.15)::

    def f(a):
        try:
            a()
        except KeyError:
            a.b()

Before::

    block 3 depth 2:
        evaluate(call[](attr[b](a)))
        exc_pop
        return None

After::

    block 5:
        except -> 0 : 2
    block 3 depth 2:
        evaluate(call[](attr[b](a)))
        exc_pop
        jump 6
    block 6 depth 2:
        return None

Example of `split_at_exc_pop` (CPython 3.11 to 3.15)::

    def f(a, b):
        try:
            a()
        except KeyError:
            b()

Before::

    block 3 depth 2:
        evaluate(call[](b))
        exc_pop
        return None

After::

    block 3 depth 2:
        evaluate(call[](b))
        exc_pop
        jump 5
    block 5 depth 2:
        return None
"""

from __future__ import annotations

from depyf.decompiler.analysis.blocks import (
    ProtectedBlocks,
    entries,
    free_id,
    innermost_first,
    split,
)
from depyf.decompiler.analysis.dominators import DominatorTree
from depyf.decompiler.analysis.handlers import (
    StructureError,
    caught_exception,
    handler_blocks,
)
from depyf.decompiler.analysis.traversal import flow_graph, preceding_blocks
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.cfg import dedupe_finally, simplify
from depyf.decompiler.passes.idiom.exception_groups import STAR


def run(function: cfg.Function) -> None:
    """Recognise ``finally``, then enter all regions, innermost first.

    Raises:
        StructureError: a region is entered at two blocks.
    """
    split_at_exc_pop(function)
    if not function.regions:
        return
    preds = preceding_blocks(function)
    entered = {
        block.terminator.region
        for block in function.blocks.values()
        if isinstance(block.terminator, (cfg.EnterTry, cfg.EnterWith))
    }
    protected = ProtectedBlocks(function)
    for region in _in_order(function, preds):
        if region not in function.regions or region in entered:
            continue
        if dedupe_finally.run(function, region):
            preds = preceding_blocks(function)
            _enter(function, region, "finally", preds, ProtectedBlocks(function))
            if simplify.remove_unreachable(function):
                preds = preceding_blocks(function)
            protected = ProtectedBlocks(function)
        else:
            kind = _except_kind(function, region, preds)
            _enter(function, region, kind, preds, protected)


def _in_order(function: cfg.Function, preds: dict[int, list[int]]) -> list[int]:
    """Return regions innermost first; handlers without inner regions come first.

    A copy of a ``finally`` that contains a ``try`` can only be recognised when both of
    these regions are entered.
    """

    def rank(region: int) -> tuple[int, int]:
        around = set(function.region_chain(region))
        handler = handler_blocks(function, function.regions[region].handler, preds)
        inner = {function.blocks[block].region for block in handler} - around - {None}
        return -len(around), len(inner)

    return sorted(innermost_first(function), key=rank)


def split_at_exc_pop(function: cfg.Function) -> None:
    """Make every EXC_POP the last statement of its block."""
    for block in list(function.blocks.values()):
        current = block
        index = 0
        while index < len(current.body):
            if current.body[index].op is MicroOp.EXC_POP:
                current = split(function, current, index + 1)
                index = 0
            else:
                index += 1


def _except_kind(
    function: cfg.Function, region: int, preds: dict[int, list[int]]
) -> str:
    """Return ``except*`` if the handler tests parts of an exception group."""
    handler = function.regions[region].handler
    caught = caught_exception(function.blocks[handler])
    for block in handler_blocks(function, handler, preds):
        found = function.blocks[block]
        for statement in found.values:
            for node in statement.walk():
                is_star = node.op is MicroOp.EXC_MATCH and node.payload == STAR
                if is_star and node.operands[0].payload == caught:
                    return "except*"
    return "except"


def _enter(
    function: cfg.Function,
    region: int,
    kind: str,
    preds: dict[int, list[int]],
    protected: ProtectedBlocks,
) -> None:
    """Insert the block that enters a region; update ``preds`` and ``protected``."""
    inside = protected.of(region)
    if not inside:
        return
    first = entries(function, inside, preds)
    if len(first) != 1:
        raise StructureError(f"region entered at {len(first)} blocks")
    entry = first[0]
    data = function.regions[region]
    # Each exit of a `finally` has a separate block, so jumps inside the region stay
    # there.
    loops_around = kind != "finally" and _loops_around(
        function, inside, entry, _without_finally(function, data.parent, preds[entry])
    )
    block = cfg.BasicBlock(
        free_id(function, entry, -1),
        [],
        cfg.EnterTry(entry, data.handler, region, kind),
        data.parent,
        function.blocks[entry].depth,
    )
    moved = [source for source in preds[entry] if source not in inside or loops_around]
    for source in moved:
        cfg.retarget(function.blocks[source].terminator, entry, block.id)
    preds[entry] = [source for source in preds[entry] if source not in moved]
    preds[block.id] = moved
    for target in dict.fromkeys((entry, data.handler)):
        preds[target].append(block.id)
    for other in function.regions.values():
        if other.handler == entry:
            other.handler = block.id
    if function.entry == entry:
        function.entry = block.id
    function.blocks[block.id] = block
    protected.add(block)


def _without_finally(
    function: cfg.Function, parent: int | None, sources: list[int]
) -> list[int]:
    """Return the predecessors that lead here without running a ``finally`` copy."""
    if parent is None:
        return sources
    handler = function.regions[parent].handler
    if dedupe_finally.reraised_exception(function, handler) is None:
        return sources
    around = set(function.blocks_in(parent))
    return [source for source in sources if source in around]


def _loops_around(
    function: cfg.Function, inside: set[int], entry: int, sources: list[int]
) -> bool:
    """Return whether a loop through the region's entry runs outside the region."""
    outside = [source for source in sources if source not in inside]
    if len(outside) <= (entry != function.entry):
        return False  # the only outside path comes from before the loop
    tree = DominatorTree(flow_graph(function), function.entry)
    return any(
        source in tree.position and tree.dominates(entry, source) for source in outside
    )
