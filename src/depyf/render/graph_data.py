"""Graphs and kernels of a compilation as the page draws them; see `contract.ts`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Sequence

from depyf.model.file_names import kernel_file
from depyf.model.kernel_lines import kernel_lines, lines_naming
from depyf.model.kernel_origins import INFERRED, graph_of_origin, origins_of
from depyf.model.peak_memory import memory_of
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.stages import FORWARD
from depyf.render.details import joined
from depyf.render.facts import file_of_graph
from depyf.render.node_columns import node_columns
from depyf.render.place_data import places_data

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNodes
    from depyf.model.kernel_origins import Origin
    from depyf.model.run import Compilation, GeneratedKernel
    from depyf.model.saved_tensors import Saved
    from depyf.model.serialize import Json


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
                "nodes": node_columns(one.nodes),
                "saved": _saved(own) if own and graph.stage == FORWARD else [],
            }
        )
    return found


def _saved(saved: Saved) -> list[Json]:
    found: list[Json] = []
    for one in saved.tensors:
        name: dict[str, Json] = {"name": one.name}
        found.append(name if one.bytes is None else {**name, "bytes": one.bytes})
    return found


def memory_data(graphs: Iterable[GraphNodes]) -> dict[str, Json]:
    """Return the estimate of memory for each graph, by its file."""
    found: dict[str, Json] = {}
    for one in graphs:
        if not one.nodes:
            continue
        memory = memory_of(one.nodes, one.parameter_bytes)
        found[file_of_graph(one.graph)] = {
            "given": memory.given,
            "peak": memory.peak,
            "at": memory.at,
            "alive": [one.nodes[at].name for at in memory.alive],
            "unknown": memory.unknown,
        }
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
