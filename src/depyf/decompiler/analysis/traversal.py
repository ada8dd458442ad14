"""Walk graphs that are mappings from nodes to their successors.

Because the graphs are plain mappings, the same functions work for blocks, regions and
loops. `flow_graph` builds such a mapping from a `Function`.
"""

from __future__ import annotations

from typing import Collection, Iterable, Iterator, Mapping, Sequence, TypeVar

from depyf.decompiler.ir.function import BasicBlock, Function, successors

Node = TypeVar("Node")
Graph = Mapping[Node, Sequence[Node]]


def flow_graph(
    function: Function, *, exceptions: bool = False
) -> dict[int, tuple[int, ...]]:
    """Return the successors of every block, in the order of the terminator.

    Args:
        function: the graph. Unreachable blocks are in the result, too.
        exceptions: add an edge from each protected block to its region's handler.
            Handlers of outer regions are reached through the inner handler, which is
            inside the outer region.
    """
    graph = {}
    for block in function.blocks.values():
        targets = successors(block.terminator)
        if exceptions and block.region is not None:
            targets = (*targets, function.regions[block.region].handler)
        if len(targets) > 1 and len({*targets}) < len(targets):
            targets = tuple(dict.fromkeys(targets))
        graph[block.id] = targets
    return graph


def postorder(graph: Graph[Node], roots: Iterable[Node]) -> list[Node]:
    """Return the nodes reachable from ``roots``, each after its descendants."""
    seen: set[Node] = set()
    order: list[Node] = []
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(graph.get(root, ())))]
        while stack:
            node, pending = stack[-1]
            for child in pending:
                if child not in seen:
                    seen.add(child)
                    stack.append((child, iter(graph.get(child, ()))))
                    break
            else:
                order.append(node)
                stack.pop()
    return order


def reverse_postorder(graph: Graph[Node], entry: Node) -> list[Node]:
    """Return the nodes reachable from ``entry`` in reverse post-order.

    Successors are visited last to first, so that the first of two arms comes first in
    the result. For blocks, this keeps the source order where the graph allows it.
    """
    flipped = {node: tuple(reversed(graph[node])) for node in graph}
    return postorder(flipped, [entry])[::-1]


def reachable(graph: Graph[Node], entry: Node) -> set[Node]:
    """Return the nodes that can be reached from ``entry``, which is included."""
    seen = {entry}
    pending = [entry]
    while pending:
        for node in graph.get(pending.pop(), ()):
            if node not in seen:
                seen.add(node)
                pending.append(node)
    return seen


def reachable_blocks(function: Function) -> set[int]:
    """Return the blocks that control can reach, exceptions included."""
    blocks = function.blocks
    seen = {function.entry}
    pending = [function.entry]
    while pending:
        block = blocks[pending.pop()]
        targets = successors(block.terminator)
        if block.region is not None:
            targets = (*targets, function.regions[block.region].handler)
        for target in targets:
            if target not in seen:
                seen.add(target)
                pending.append(target)
    return seen


def predecessors(graph: Graph[Node]) -> dict[Node, list[Node]]:
    """Return the reversed graph; every node is a key, successors included."""
    result: dict[Node, list[Node]] = {node: [] for node in graph}
    for node, targets in graph.items():
        for target in targets:
            if target not in result:
                result[target] = []
            result[target].append(node)
    return result


def preceding_blocks(function: Function) -> dict[int, list[int]]:
    """Return the `predecessors` of the `flow_graph` without exceptions.

    Nearly every pass calls this, so it does not build the `flow_graph`.
    """
    found: dict[int, list[int]] = {number: [] for number in function.blocks}
    for block in function.blocks.values():
        targets = successors(block.terminator)
        if len(targets) > 1 and targets[0] == targets[1]:
            targets = targets[:1]
        for target in targets:
            if target in found:
                found[target].append(block.id)
            else:
                found[target] = [block.id]
    return found


def reached(function: Function, start: int, stops: Collection[int]) -> set[int]:
    """Return the blocks that ``start`` reaches, exceptions left out.

    Args:
        function: the graph.
        start: a block.
        stops: blocks whose successors are not followed; they are in the result, too.
    """
    return {block.id for block in blocks_from(function, start, stops)}


def blocks_from(
    function: Function, start: int, stops: Collection[int] = ()
) -> Iterator[BasicBlock]:
    """Lazily yield reachable blocks, nearest first; callers may stop early."""
    seen, order = {start}, [start]
    for number in order:
        block = function.blocks[number]
        yield block
        if number in stops and number != start:
            continue
        for target in successors(block.terminator):
            if target not in seen:
                seen.add(target)
                order.append(target)
