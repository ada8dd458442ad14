"""Name the inputs of captured graphs by the paths that guards have for them.

torch joins the steps of an input's path with underscores: ``L['batch'].ids`` becomes
``L_batch_ids``.  The name does not tell the steps apart, but a guard has the path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

from depyf.model.guard_facts import names_of
from depyf.torch_text.expressions import drawn_path, with_path
from depyf.torch_text.path_names import input_name

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode
    from depyf.model.run import Compilation
    from depyf.torch_text.access_paths import AccessPath

_INPUT = "input"


def with_input_paths(
    nodes: tuple[GraphNode, ...], compilation: Compilation
) -> tuple[GraphNode, ...]:
    """Return nodes whose labels name the inputs by their paths.

    Args:
        nodes: the nodes of one graph.
        compilation: the compilation of the graph; its guards have the paths.
    """
    # A path with a dot is that of a parameter, which its name tells.
    wanted = {
        one.name: one.label
        for one in nodes
        if one.kind == _INPUT and "." not in one.label and "_" in one.label
    }
    paths = _paths(compilation, wanted) if wanted else {}
    paths = {name: path for name, path in paths.items() if path != wanted[name]}
    if not paths:
        return nodes
    at = {one.name: position for position, one in enumerate(nodes)}
    changed = {at[name]: (wanted[name], path) for name, path in paths.items()}
    return tuple(_labelled(one, at[one.name], changed) for one in nodes)


def _labelled(
    node: GraphNode, position: int, changed: Mapping[int, tuple[str, str]]
) -> GraphNode:
    """Return a node with the paths of the inputs that it is, or that it takes."""
    label = node.label
    for one in (position, *node.takes):
        if one in changed:
            label = with_path(label, *changed[one])
    return node if label == node.label else node._replace(label=label)


def _paths(compilation: Compilation, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the readable path of each wanted input that exactly one path may be."""
    found: dict[str, dict[str, AccessPath]] = {}
    for guard in compilation.guards:
        for path in guard.paths:
            name = input_name(path.literal)
            if name in wanted:
                found.setdefault(name, {})[path.literal] = path
    known = [path for one in found.values() for path in one.values()]
    names = names_of(known, compilation.guards)
    return {
        name: drawn_path(names.of(path))
        for name, one in found.items()
        if len(one) == 1
        for path in one.values()
    }
