"""Graphs and kernels of a compilation as the page draws them; see `contract.ts`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.model.file_names import kernel_file
from depyf.model.kernel_lines import kernel_lines, lines_naming
from depyf.model.kernel_origins import INFERRED, graph_of_origin, origins_of
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.stages import FORWARD
from depyf.render.details import joined
from depyf.render.facts import file_of_graph
from depyf.render.place_data import places_data

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode, GraphNodes
    from depyf.model.kernel_origins import Origin
    from depyf.model.run import Compilation, GeneratedKernel
    from depyf.model.saved_tensors import Saved
    from depyf.model.serialize import Json
    from depyf.model.source_places import SourcePlace


def graph_data(compilation: Compilation, graphs: Sequence[GraphNodes]) -> list[Json]:
    """Return the graphs of a compilation at all stages.

    Args:
        compilation: that has them.
        graphs: the same, read.
    """
    saved = {(one.prefix, one.index): one for one in saved_for_backward(compilation)}
    found: list[Json] = []
    for one in graphs:
        graph = one.graph
        own = saved.get((graph.prefix, graph.index))
        found.append(
            {
                "file": file_of_graph(graph),
                "prefix": graph.prefix,
                "stage": graph.stage,
                "backward": graph.backward,
                **_nodes(one.nodes),
                "saved": _saved(own) if own and graph.stage == FORWARD else [],
            }
        )
    return found


def _nodes(nodes: Sequence[GraphNode]) -> dict[str, Json]:
    """Return the nodes, and once for all of them the lists of lines they come from."""
    lists: dict[tuple[SourcePlace, ...], int] = {}
    return {
        "nodes": [
            _node(one, lists.setdefault(one.places, len(lists))) for one in nodes
        ],
        "place_lists": [places_data(places) for places in lists],
    }


def _node(node: GraphNode, places: int) -> Json:
    data: dict[str, Json] = {
        "name": node.name,
        "kind": node.kind,
        "label": node.label,
        "type": node.type,
        "takes": [*node.takes],
        "parameters": [*node.parameters],
        "module": node.module,
        "shown": node.shown,
        "places": places,
    }
    if node.bytes is not None:
        data["bytes"] = node.bytes
    if node.until is not None:
        data["until"] = node.until
    return {**data, "home": node.home, "body": node.body} if node.home else data


def _saved(saved: Saved) -> list[Json]:
    found: list[Json] = []
    for one in saved.tensors:
        name: dict[str, Json] = {"name": one.name}
        found.append(name if one.bytes is None else {**name, "bytes": one.bytes})
    return found


def kernel_data(compilation: Compilation) -> list[Json]:
    """Return the kernels of a compilation, and what each was made from."""
    return [
        _kernel(compilation, module, origin, lines)
        for module in compilation.kernels
        for lines in [kernel_lines(module.text)]
        for origin in joined(origins_of(compilation, module))
    ]


def _kernel(
    compilation: Compilation,
    module: GeneratedKernel,
    origin: Origin,
    lines: dict[str, list[int]],
) -> Json:
    graph = graph_of_origin(compilation.graphs, module, origin)
    return {
        "file": kernel_file(module.prefix, module.index),
        "kernel": origin.kernel,
        "graph": file_of_graph(graph) if graph is not None and origin.nodes else None,
        "nodes": [*origin.nodes],
        "places": places_data(origin.places),
        "how": INFERRED if origin.nodes_inferred else origin.how,
        "shown": [
            *(lines.get(origin.kernel) or lines_naming(module.text, origin.kernel))
        ],
    }
