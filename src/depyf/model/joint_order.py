"""Divide the lowered nodes of a graph into those of the forward and of the backward.

The joint graph has the nodes in the order of the program: the forward, then the
gradients.  A value of the forward that only the backward reads is computed in the
backward graph.  So the names in that graph do not say which nodes are gradients.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.model.stages import BACKWARD, FORWARD, JOINT
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode, GraphNodes

_GRADIENT_INPUT = "tangents_"  # and a number


@dataclass(frozen=True)
class InOrder:
    """The lowered nodes of a graph, in the order of the program.

    Attributes:
        ahead: the nodes that the program computes in its forward.
        behind: the other nodes of the backward graph.
    """

    ahead: Sequence[GraphNode]
    behind: Sequence[GraphNode]


def in_order(graphs: Sequence[GraphNodes]) -> InOrder:
    """Return the lowered nodes of the graphs of one prefix.

    Without a joint graph, the forward has the nodes of the forward graph only.
    """
    by_stage = {one.graph.stage: one.nodes for one in graphs}
    joint = by_stage.get(JOINT, ())
    forward = _operators(by_stage.get(FORWARD, ()))
    backward = _operators(by_stage.get(BACKWARD, ()))
    ahead = {one.name for one in forward}
    behind = {one.name for one in backward} - ahead
    moved = _moved(joint, ahead) & behind
    whole = _operators(joint)
    return InOrder(
        [one for one in whole or forward if one.name in ahead | moved],
        [one for one in whole or backward if one.name in behind - moved],
    )


def _operators(nodes: Sequence[GraphNode]) -> list[GraphNode]:
    return [one for one in nodes if one.kind == "operator"]


def _moved(joint: Sequence[GraphNode], forward: set[str]) -> set[str]:
    """Return the nodes before the last one of the forward: no gradient is among them.

    Torch adds changes of inputs to the end of the graph; these are of the forward, too.
    """
    start = _first_gradient(joint)
    ends = [at for at, one in enumerate(joint[:start]) if one.name in forward]
    return {one.name for one in joint[: max(ends, default=0)] if one.kind == "operator"}


def _first_gradient(joint: Sequence[GraphNode]) -> int:
    """Return the position of the first operator that reads a gradient of an output."""
    given = {
        at
        for at, one in enumerate(joint)
        if one.kind == "input" and one.name.startswith(_GRADIENT_INPUT)
    }
    readers = (at for at, one in enumerate(joint) if not given.isdisjoint(one.takes))
    return next(readers, len(joint))
