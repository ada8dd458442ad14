"""Find the module of a lowered node by the parameter that it reads.

A lowered graph may have no modules, and its lines may run in another order.  But its
inputs are those of the captured graph, in the same order.  A convolution's gradient
reads the weight of that convolution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence, Tuple

from depyf.model.one_to_one import kind_of_operation
from depyf.model.stages import CAPTURED, FORWARD
from depyf.torch_text.expressions import owner_of_parameter
from depyf.torch_text.graph import graph_inputs, parsed_graph
from depyf.torch_text.operation_kinds import changes_input, operation_kind

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode, GraphNodes
    from depyf.torch_text.source_lines import SourceLine

# Operations whose result has the values of their only argument.
_COPIES = frozenset({"convert_element_type", "_to_copy", "clone"})
_Readers = Mapping[str, Sequence["GraphNode"]]  # of each parameter
_Found = Tuple[str, Tuple["SourceLine", ...]]  # a module, and the callers of its line


def modules_by_parameter(
    graphs: Sequence[GraphNodes], *, backward: bool
) -> dict[str, _Found]:
    """Return the module of each lowered node that reads a parameter, and the callers.

    Only the captured operations that read the same parameter on the same line count.
    A node is missing if they are of several modules.

    Args:
        graphs: the graphs of one prefix.
        backward: the direction of the lowered nodes.
    """
    readers = _readers(graphs)
    if not readers:
        return {}
    lowered = [one for one in graphs if one.graph.stage != CAPTURED]
    same = {name: name for name in readers}
    for one in lowered:
        same.update(_copied(one, same))
    found: dict[str, _Found] = {}
    for one in lowered:
        if one.graph.backward == backward:
            for node in one.nodes:
                known = [
                    reader
                    for at in node.takes
                    for reader in readers.get(same.get(one.nodes[at].name, ""), ())
                ]
                found.update(_of_items(node, one, found) or _fitting(node, known))
    return found


def _readers(graphs: Sequence[GraphNodes]) -> _Readers:
    """Return the captured readers of parameters, by the name in lowered graphs."""
    captured = next((one for one in graphs if one.graph.stage == CAPTURED), None)
    forward = next((one for one in graphs if one.graph.stage == FORWARD), None)
    if captured is None or forward is None:
        return {}
    names = [*graph_inputs(captured.graph.text)]
    lowered = [*graph_inputs(forward.graph.text)]
    if len(names) != len(lowered):
        return {}
    nodes = {one.name: one for one in captured.nodes}
    found: dict[str, list[GraphNode]] = {}
    for one in parsed_graph(captured.graph.text).nodes:
        for name in (*one.arguments, *one.own_inputs):
            found.setdefault(name, []).append(nodes[one.name])
    return {
        other: found[name]
        for name, other in zip(names, lowered)
        if name in found and owner_of_parameter(name) is not None
    }


def _copied(graph: GraphNodes, same: Mapping[str, str]) -> Mapping[str, str]:
    """Map views and copies of parameters to the parameters."""
    known = {**same}
    for node in graph.nodes:
        if node.kind == "operator" and len(node.takes) == 1:
            is_view = node.bytes == 0 and not changes_input(node.label)
            taken = graph.nodes[node.takes[0]].name
            if taken in known and (is_view or operation_kind(node.label) in _COPIES):
                known[node.name] = known[taken]
    return known


def _fitting(node: GraphNode, readers: Sequence[GraphNode]) -> dict[str, _Found]:
    kind = kind_of_operation(node)
    own = [one for one in readers if kind and kind_of_operation(one) == kind]
    own = own or [*readers]
    modules = {one.module for one in own}
    if (
        node.kind != "operator"
        or len(modules) != 1
        or {*map(_line, own)} != {_line(node)}
    ):
        return {}
    callers = {one.places[:-1] for one in own}
    return {node.name: (modules.pop(), callers.pop() if len(callers) == 1 else ())}


def _of_items(
    node: GraphNode, graph: GraphNodes, found: Mapping[str, _Found]
) -> dict[str, _Found]:
    """Return the module of a node that is one of several results: `x[0]`."""
    taken = [graph.nodes[at].name for at in node.takes]
    is_item = len(taken) == 1 and node.label.startswith(f"{taken[0]}[")
    return {node.name: found[taken[0]]} if is_item and taken[0] in found else {}


def _line(node: GraphNode) -> tuple[str, int] | None:
    return (node.places[-1].file, node.places[-1].line) if node.places else None
