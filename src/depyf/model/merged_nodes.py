"""Find the nodes of a graph that a pass replaced by one node.

A matrix product and the sum after it become one ``addmm``.  The new node keeps only the
source line and the module of one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence, Tuple

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNodes

_MOST_READ = 16  # a node that replaces others reads a few values

Takes = Mapping[str, Sequence[str]]  # from each node to the names that it reads
_Merged = Tuple[str, ...]


def merged_nodes(before: Takes, after: Takes) -> dict[str, _Merged]:
    """Map each node that replaced several others to these, in the order of the graph.

    The last of the replaced nodes is computed from exactly the values that the new node
    reads.

    >>> before = {"x": [], "mm": ["x", "w"], "add": ["y", "mm"], "sin": ["add"]}
    >>> after = {"x": [], "addmm": ["y", "x", "w"], "sin": ["addmm"]}
    >>> merged_nodes({"y": [], "w": [], **before}, {"y": [], "w": [], **after})
    {'addmm': ('mm', 'add')}

    Args:
        before: the nodes and inputs of the graph before the passes.
        after: the nodes and inputs of the graph after them.
    """
    by_values: dict[frozenset[str], _Merged] = {}
    values: dict[str, frozenset[str]] = {}
    parts: dict[str, _Merged] = {}
    for name, takes in before.items():
        if name in after:
            continue
        read = [one for one in takes if one in before]
        known = frozenset().union(*(values.get(one, {one}) for one in read))
        if not known or len(known) > _MOST_READ:
            continue
        values[name] = known
        earlier = {part: None for one in read for part in parts.get(one, ())}
        parts[name] = (*earlier, name)
        if len(parts[name]) > 1:
            by_values.setdefault(known, parts[name])
    found: dict[str, _Merged] = {}
    for name, takes in after.items():
        own = frozenset(one for one in takes if one in before)
        if name not in before and own in by_values:
            found[name] = by_values.pop(own)
    return found


def takes_of(graphs: Sequence[GraphNodes]) -> dict[str, list[str]]:
    """Return the names of the values that each node reads."""
    return {
        node.name: [graph.nodes[at].name for at in node.takes]
        for graph in graphs
        for node in graph.nodes
    }
