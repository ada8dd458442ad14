"""How much memory a graph needs while each of its nodes runs, as far as types tell.

An estimate from the printed graph: every value lives from the node that makes it to
the last node that uses it or a view of it.  What the operations need for themselves,
what an allocator rounds up, and what Inductor saves by fusing or adds by copying is not
in it.  Inputs and parameters are the caller's, so they are counted apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode


@dataclass(frozen=True)
class Memory:
    """The estimate for one graph.

    Attributes:
        given: bytes of inputs and parameters.
        live: for each node the bytes of the values in between that exist while it
            runs, its own among them.
        at: the position of the node where that is most; the first of several.
        alive: the positions of the nodes whose values exist there, largest first.
        unknown: how many nodes make a value of unknown size that nothing else tells.
    """

    given: int
    live: tuple[int, ...]
    at: int
    alive: tuple[int, ...]
    unknown: int = 0

    @property
    def peak(self) -> int:
        """Return the most bytes that exist at once, apart from what was given."""
        return self.live[self.at] if self.live else 0


def memory_of(nodes: Sequence[GraphNode], parameter_bytes: int = 0) -> Memory:
    """Return the estimate for a graph.

    Args:
        nodes: in the order in which they run.
        parameter_bytes: of what the graph is given and is no node.
    """
    given = parameter_bytes
    changes = [0] * (len(nodes) + 1)
    for position, node in enumerate(nodes):
        if node.kind == "input":
            given += node.bytes or 0
            continue
        changes[position] += node.bytes or 0
        changes[_last(position, node) + 1] -= node.bytes or 0
    live = tuple(accumulate(changes[:-1]))
    at = max(range(len(live)), key=lambda one: (live[one], -one), default=0)
    alive = [
        position
        for position, node in enumerate(nodes[: at + 1])
        if node.kind != "input" and node.bytes and _last(position, node) >= at
    ]
    alive.sort(key=lambda position: (-(nodes[position].bytes or 0), position))
    unknown = sum(1 for node in nodes if node.bytes is None and not _has_parts(node))
    return Memory(given, live, at, tuple(alive), unknown)


def _last(position: int, node: GraphNode) -> int:
    return position if node.until is None else node.until


def _has_parts(node: GraphNode) -> bool:
    """Return whether a node has several results, which are nodes of their own."""
    return node.kind == "operator" and not node.type
