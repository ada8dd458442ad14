"""Dominators, natural loops and their nesting, and whether a graph is reducible.

Dominators are computed by the iteration of Cooper, Harvey and Kennedy. Loops are found
as in A. V. Aho, M. S. Lam, R. Sethi and J. D. Ullman, "Compilers: Principles,
Techniques, and Tools", 2nd edition, sections 9.6.4 to 9.6.6.
"""

from __future__ import annotations

from functools import cached_property
from typing import Generic, Sequence

from depyf.decompiler.analysis.traversal import (
    Graph,
    Node,
    predecessors,
    reverse_postorder,
)
from depyf.records import dataclass


class DominatorTree(Generic[Node]):
    """The dominator tree of the nodes reachable from an entry.

    Attributes:
        entry: the root.
        order: the reachable nodes in reverse post-order.
        parent: the immediate dominator of each reachable node except the entry.
        children: for each node, the nodes that it immediately dominates, in reverse
            post-order.
    """

    def __init__(self, graph: Graph[Node], entry: Node) -> None:
        """Compute the tree; nodes that ``entry`` does not reach are left out."""
        self.entry = entry
        self.order: list[Node] = reverse_postorder(graph, entry)
        self.position: dict[Node, int] = {
            node: index for index, node in enumerate(self.order)
        }
        self._immediate = self._solve(graph)
        self.parent: dict[Node, Node] = {
            node: self.order[self._immediate[index]]
            for index, node in enumerate(self.order)
            if index
        }
        self.children: dict[Node, list[Node]] = {node: [] for node in self.order}
        for node in self.order[1:]:
            self.children[self.parent[node]].append(node)

    def dominates(self, above: Node, below: Node) -> bool:
        """Return whether every path from the entry to ``below`` passes ``above``."""
        enter, leave = self._numbers
        return enter[above] <= enter[below] and leave[below] <= leave[above]

    @property
    def preorder(self) -> dict[Node, int]:
        """The time at which a depth-first walk of the tree first visits each node."""
        return self._numbers[0]

    def common(self, nodes: Sequence[Node]) -> Node:
        """Return the lowest node that dominates all of ``nodes`` (at least one)."""
        indexes = [self.position[node] for node in nodes]
        result = indexes[0]
        for index in indexes[1:]:
            result = _meet(self._immediate, result, index)
        return self.order[result]

    def add_leaf(self, node: Node, parent: Node) -> None:
        """Add a node without successors under its immediate dominator."""
        enter, leave = self._numbers  # computed before the node is added
        self._immediate.append(self.position[parent])
        self.position[node] = len(self.order)
        self.order.append(node)
        self.parent[node] = parent
        self.children[parent].append(node)
        self.children[node] = []
        # The new node is dominated only by itself and the nodes above its parent.
        enter[node] = leave[node] = enter[parent]

    def _solve(self, graph: Graph[Node]) -> list[int]:
        """Return the index of each node's immediate dominator, in order."""
        reached = {node: graph.get(node, ()) for node in self.order}
        preds = predecessors(reached)
        # The last source comes first, so that a long chain is climbed only once.
        incoming = [
            sorted((self.position[p] for p in preds[node]), reverse=True)
            for node in self.order
        ]
        immediate = [-1] * len(self.order)
        immediate[0] = 0
        has_loops = any(
            found and found[0] >= index for index, found in enumerate(incoming)
        )
        changed = True
        while changed:
            changed = False
            for index in range(1, len(self.order)):
                best = -1
                for source in incoming[index]:
                    if immediate[source] < 0:
                        continue
                    best = source if best < 0 else _meet(immediate, source, best)
                if best != immediate[index]:
                    immediate[index] = best
                    changed = has_loops  # without loops, one pass is enough
        return immediate

    @cached_property
    def _numbers(self) -> tuple[dict[Node, int], dict[Node, int]]:
        """The times at which a walk of the tree enters and leaves each node."""
        enter: dict[Node, int] = {}
        leave: dict[Node, int] = {}
        clock = 0
        stack = [(self.entry, False)]
        while stack:
            node, done = stack.pop()
            clock += 1
            if done:
                leave[node] = clock
                continue
            enter[node] = clock
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(self.children[node]))
        return enter, leave


def _meet(immediate: list[int], one: int, other: int) -> int:
    while one != other:
        while one > other:
            one = immediate[one]
        while other > one:
            other = immediate[other]
    return one


@dataclass
class Loop(Generic[Node]):
    """A natural loop; all back edges to one header belong to one loop.

    Attributes:
        header: the node that dominates all others of the loop.
        blocks: all nodes of the loop, those of nested loops included.
        parent: the smallest loop around this one, or None.
    """

    header: Node
    blocks: set[Node]
    parent: Loop[Node] | None = None


class LoopForest(Generic[Node]):
    """All natural loops of a graph, and the edges that make it irreducible.

    Attributes:
        loops: maps headers to loops, outer loops before the loops inside them.
        irreducible_edges: retreating edges whose target does not dominate their source.
            There are none exactly if the graph is reducible, so that every cycle is
            entered only at its header.
    """

    def __init__(self, graph: Graph[Node], tree: DominatorTree[Node]) -> None:
        """Find the loops; ``tree`` is the dominator tree of the same graph."""
        self.irreducible_edges: list[tuple[Node, Node]]
        back, self.irreducible_edges = _classify_edges(graph, tree)
        self.loops: dict[Node, Loop[Node]] = _natural_loops(graph, tree, back)
        inner: dict[Node, Loop[Node]] = {}
        for loop in sorted(self.loops.values(), key=lambda loop: -len(loop.blocks)):
            loop.parent = inner.get(loop.header)
            inner.update(dict.fromkeys(loop.blocks, loop))


def _classify_edges(
    graph: Graph[Node], tree: DominatorTree[Node]
) -> tuple[dict[Node, list[Node]], list[tuple[Node, Node]]]:
    """Return back edges by header, and retreating edges that are not back edges.

    An edge retreats if its target is not later in reverse post-order.
    """
    back: dict[Node, list[Node]] = {}
    irreducible: list[tuple[Node, Node]] = []
    for node in tree.order:
        for target in graph.get(node, ()):
            if tree.position[target] > tree.position[node]:
                continue
            if tree.dominates(target, node):
                back.setdefault(target, []).append(node)
            else:
                irreducible.append((node, target))
    return back, irreducible


def _natural_loops(
    graph: Graph[Node], tree: DominatorTree[Node], back: dict[Node, list[Node]]
) -> dict[Node, Loop[Node]]:
    preds = predecessors({node: graph.get(node, ()) for node in tree.order})
    loops: dict[Node, Loop[Node]] = {}
    for header in tree.order:
        if header not in back:
            continue
        blocks = {header}
        pending = list(back[header])
        while pending:
            node = pending.pop()
            if node not in blocks:
                blocks.add(node)
                pending.extend(preds[node])
        loops[header] = Loop(header, blocks)
    return loops
