"""Kinds of operations that are lowered one to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode

PRODUCTS = "linear matmul mm bmm addmm baddbmm"
CONVOLUTIONS = "conv1d conv2d conv3d convolution convolution_backward"
_NORMS = "group_norm layer_norm batch_norm var_mean native_group_norm native_layer_norm"
# Groups of operations, with captured and lowered names.
_KINDS = {
    name: kind
    for kind in (PRODUCTS, CONVOLUTIONS, _NORMS, "embedding")
    for name in kind.split()
}


def kind_of_operation(node: GraphNode) -> str:
    """Return the kind of a node; empty if it is not lowered one to one."""
    return _KINDS.get(_operation(node), "")


def _operation(node: GraphNode) -> str:
    """Return the operation of a node: ``mm`` of ``aten.mm.default(x, y)``."""
    if " @ " in node.label:
        return "matmul"
    names = node.label.partition("(")[0].lstrip(".").split(".")
    return names[1] if len(names) > 1 else names[0]
