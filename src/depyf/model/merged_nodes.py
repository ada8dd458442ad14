"""Find the nodes of a graph that a pass replaced by one node.

A matrix product and the sum after it become one ``addmm``.  The new node keeps only the
source line and the module of one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence, Tuple

from depyf.model.stages import AFTER_POST_GRAD, BACKWARD, FORWARD, JOINT

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode, GraphNodes

_MOST_READ = 16  # a node that replaces others reads a few values

Takes = Mapping[str, Sequence[str]]  # from each node to the names that it reads
_Merged = Tuple[str, ...]


def merged_nodes(before: Takes, after: Takes) -> dict[str, _Merged]:
    """Map each new node to the nodes that it replaced, in the order of the graph.

    The last of the replaced nodes is computed from exactly the values that the new node
    is computed from.  A node that replaced only one is found if no other node would do.

    >>> before = {"x": [], "mm": ["x", "w"], "add": ["y", "mm"], "sin": ["add"]}
    >>> after = {"x": [], "addmm": ["y", "x", "w"], "sin": ["addmm"]}
    >>> merged_nodes({"y": [], "w": [], **before}, {"y": [], "w": [], **after})
    {'addmm': ('mm', 'add')}

    Args:
        before: the nodes and inputs of the graph before the passes.
        after: the nodes and inputs of the graph after them.
    """
    parts: dict[str, _Merged] = {}
    by_values: dict[frozenset[str], list[_Merged]] = {}
    for name, known in _values(before, after).items():
        earlier = {part: None for one in before[name] for part in parts.get(one, ())}
        parts[name] = (*earlier, name)
        by_values.setdefault(known, []).append(parts[name])
    found: dict[str, _Merged] = {}
    for name, known in _values(after, before).items():
        could_be = by_values.get(known, [])
        several = [one for one in could_be if len(one) > 1]
        chosen = (several or could_be)[:1] if several or len(could_be) == 1 else []
        for one in chosen:
            found[name] = one
            could_be.remove(one)
    return found


def _values(nodes: Takes, others: Takes) -> dict[str, frozenset[str]]:
    """Map each node that `others` lack to the common nodes it is computed from."""
    found: dict[str, frozenset[str]] = {}
    for name, takes in nodes.items():
        if name in others:
            continue
        common = (found.get(one, frozenset({one} & others.keys())) for one in takes)
        known = frozenset().union(*common)
        if known and len(known) <= _MOST_READ:
            found[name] = known
    return found


def replaced_nodes(
    graphs: Sequence[GraphNodes], *, backward: bool
) -> dict[str, list[GraphNode]]:
    """Map each node that a pass added to the nodes that it replaced.

    Args:
        graphs: the graphs of one prefix.
        backward: the direction of the nodes.
    """
    own = BACKWARD if backward else FORWARD
    steps = [
        [one for one in graphs if one.graph.stage == stage and is_own(one.graph)]
        for stage, is_own in (
            (JOINT, lambda _: True),
            (own, lambda one: one.backward == backward),
            (AFTER_POST_GRAD, lambda one: one.backward == backward),
        )
    ]
    found: dict[str, list[GraphNode]] = {}
    for earlier, later in zip(steps, steps[1:]):
        before = {one.name: one for graph in earlier for one in graph.nodes}
        for name, parts in merged_nodes(takes_of(earlier), takes_of(later)).items():
            found[name] = [before[part] for part in parts]
    return found


def takes_of(graphs: Sequence[GraphNodes]) -> dict[str, list[str]]:
    """Return the names of the values that each node reads."""
    return {
        node.name: [graph.nodes[at].name for at in node.takes]
        for graph in graphs
        for node in graph.nodes
    }
