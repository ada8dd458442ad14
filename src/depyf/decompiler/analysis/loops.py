"""Natural loops, their nesting, and whether a graph is reducible.

A. V. Aho, M. S. Lam, R. Sethi and J. D. Ullman, "Compilers: Principles, Techniques, and
Tools", 2nd edition, sections 9.6.4 to 9.6.6.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic

from depyf.decompiler.analysis.traversal import (
    Graph,
    Node,
    predecessors,
)

if TYPE_CHECKING:
    from depyf.decompiler.analysis.dominators import DominatorTree


@dataclass
class Loop(Generic[Node]):
    """A natural loop; back edges to one header are one loop.

    Attributes:
        header: the node that dominates all others of the loop.
        blocks: all nodes of the loop, nested loops included.
        exits: edges that leave, as (inside, outside), in reverse post-order.
        parent: the smallest loop around this one.
        children: the loops directly inside.
    """

    header: Node
    blocks: set[Node]
    exits: list[tuple[Node, Node]] = field(default_factory=list)
    parent: Loop[Node] | None = None
    children: list[Loop[Node]] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """1 for an outermost loop."""
        depth, around = 1, self.parent
        while around is not None:
            depth, around = depth + 1, around.parent
        return depth


class LoopForest(Generic[Node]):
    """All natural loops of a graph, and the edges that make it irreducible.

    Attributes:
        loops: by header, outer loops before the loops inside them.
        irreducible_edges: retreating edges whose target does not dominate their
            source. Empty exactly when the graph is reducible.
    """

    def __init__(
        self, graph: Graph[Node], entry: Node, tree: DominatorTree[Node]
    ) -> None:
        """Finds the loops; ``tree`` is the dominator tree of the same graph."""
        self.irreducible_edges: list[tuple[Node, Node]]
        back, self.irreducible_edges = _classify_edges(graph, tree)
        self.loops: dict[Node, Loop[Node]] = _natural_loops(graph, tree, back)
        self._inner: dict[Node, Loop[Node]] = {}
        _nest(self.loops, self._inner)
        for loop in self.loops.values():
            inside = sorted(loop.blocks, key=tree.position.__getitem__)
            loop.exits = [
                (node, target)
                for node in inside
                for target in graph.get(node, ())
                if target not in loop.blocks
            ]
        self.entry = entry

    @property
    def is_reducible(self) -> bool:
        """True if every cycle is entered at its header only."""
        return not self.irreducible_edges

    @property
    def roots(self) -> list[Loop[Node]]:
        """The outermost loops."""
        return [loop for loop in self.loops.values() if loop.parent is None]

    def innermost(self, node: Node) -> Loop[Node] | None:
        """The smallest loop that holds ``node``; None outside of all loops."""
        return self._inner.get(node)


def _classify_edges(
    graph: Graph[Node], tree: DominatorTree[Node]
) -> tuple[dict[Node, list[Node]], list[tuple[Node, Node]]]:
    """Back edges by header, and the retreating edges that are none.

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


def _nest(loops: dict[Node, Loop[Node]], inner: dict[Node, Loop[Node]]) -> None:
    """Sets parents and children; fills the innermost loop of every node."""
    for loop in sorted(loops.values(), key=lambda loop: -len(loop.blocks)):
        loop.parent = inner.get(loop.header)
        if loop.parent is not None:
            loop.parent.children.append(loop)
        for node in loop.blocks:
            inner[node] = loop
