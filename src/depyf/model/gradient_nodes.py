"""Tell which nodes of a backward graph may compute the gradient of an operation.

The gradient of a convolution is one node, and that of a matrix product is two.  Where a
line has all of these nodes, its other nodes compute the gradients of other operations.
Only a node beside such a node, such as a cast of its result, may belong to it.
"""

from __future__ import annotations

from collections import Counter
from typing import (
    TYPE_CHECKING,
    Callable,
    Container,
    Iterable,
    Iterator,
    Sequence,
    Tuple,
)

from depyf.torch_text.operation_kinds import (
    adapts_values,
    is_item,
    keeps_values,
    may_be_gradient,
    operation_kind,
)

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode, GraphNodes

PRODUCT, CONVOLUTION = "product", "convolution"
_NODES = {PRODUCT: 2, CONVOLUTION: 1}
# Operations that are lowered to one node of another name.
_ONE_NODE = {
    **dict.fromkeys(["linear", "matmul", "mm", "bmm", "addmm", "baddbmm"], PRODUCT),
    **dict.fromkeys(["conv1d", "conv2d", "conv3d", "convolution"], CONVOLUTION),
    **dict.fromkeys(
        ["conv_transpose1d", "conv_transpose2d", "conv_transpose3d"], CONVOLUTION
    ),
}
_GRADIENT = {
    **dict.fromkeys(["mm", "bmm", "addmm", "baddbmm"], PRODUCT),
    "convolution_backward": CONVOLUTION,
}
_Key = Tuple[str, int, str]  # file, line, kind


def node_kind(node: GraphNode) -> str:
    """Return a node's operation; operations lowered to one node have a common kind."""
    kind = operation_kind(node.label)
    return _ONE_NODE.get(kind, kind)


def kind_of_gradient(node: GraphNode) -> str:
    """Return the kind of operation that only such a node is a gradient of, if any."""
    return _GRADIENT.get(operation_kind(node.label), "")


class GradientNodes:
    """Tells which nodes of the backward may be of an operation.

    Args:
        captured: the captured operations.
        graphs: the graphs of the backward.
        ahead: the names of forward values, which the backward may compute again.
    """

    def __init__(
        self,
        captured: Sequence[GraphNode],
        graphs: Sequence[GraphNodes],
        ahead: Container[str],
    ) -> None:
        wanted = Counter(_keys(captured, node_kind))
        found = [
            Counter(_keys(_without(one.nodes, ahead), kind_of_gradient))
            for one in graphs
        ]
        self._whole = {
            key
            for key, times in wanted.items()
            if found and all(one[key] == times * _NODES[key[2]] for one in found)
        }
        self._beside = {pair for one in graphs for pair in _beside(one.nodes)}
        self._items = {name: kind for one in graphs for name, kind in _items(one.nodes)}

    def kind_of(self, node: GraphNode) -> str:
        """Return the kind of a gradient's node, or of a node that takes its results."""
        return self._items.get(node.name, "") or kind_of_gradient(node)

    def may_be(self, operation: GraphNode, node: GraphNode) -> bool:
        """Return whether a node of the backward may compute an operation's gradient.

        Args:
            operation: a captured operation, of the line of the node.
            node: a node of the backward that is no view.
        """
        kind = node_kind(operation)
        own = self.kind_of(node)
        if (*_line(operation), own) in self._whole:
            return own == kind
        if (*_line(operation), kind) in self._whole:
            return (kind, node.name) in self._beside
        kinds = (operation_kind(one.label) for one in (operation, node))
        return may_be_gradient(*kinds)


def _keys(
    nodes: Iterable[GraphNode],
    kind_of: Callable[[GraphNode], str],
) -> Iterator[_Key]:
    """Yield the line and kind of the nodes whose gradient has nodes of its own.

    Args:
        nodes: captured operations, or nodes of the backward.
        kind_of: returns the kind of a node.
    """
    for one in nodes:
        kind = kind_of(one)
        if kind in _NODES and one.places:
            yield (*_line(one), kind)


def _line(node: GraphNode) -> tuple[str, int]:
    return node.places[-1].file, node.places[-1].line


def _without(nodes: Iterable[GraphNode], names: Container[str]) -> Iterator[GraphNode]:
    return (one for one in nodes if one.name not in names)


def _items(nodes: Sequence[GraphNode]) -> Iterator[tuple[str, str]]:
    """Yield the nodes that take one of several results of a gradient's node."""
    for one in nodes:
        if is_item(one.label):
            yield from ((one.name, kind_of_gradient(nodes[at])) for at in one.takes)


def _beside(nodes: Sequence[GraphNode]) -> Iterator[tuple[str, str]]:
    """Yield the kinds of gradients that a node may be a part of, and its name.

    Such a node changes the type or form of a value that a gradient reads or returns.
    """
    near: dict[int, set[str]] = {}
    kinds = {at: kind_of_gradient(one) for at, one in enumerate(nodes)}
    for at, kind in kinds.items():
        for value in (at, *_read(nodes, at)) if kind else ():
            near.setdefault(value, set()).add(kind)
    for at, one in enumerate(nodes):
        if adapts_values(operation_kind(one.label)):
            for value in (at, *_read(nodes, at)):
                yield from ((kind, one.name) for kind in near.get(value, ()))


def _read(nodes: Sequence[GraphNode], at: int) -> Iterator[int]:
    """Yield the positions of what a node reads; a view stands for its input."""
    for one in nodes[at].takes:
        value = nodes[one].base
        is_view = keeps_values(operation_kind(nodes[value].label))
        yield from _read(nodes, value) if is_view else (value,)
