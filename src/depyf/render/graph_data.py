"""Graphs and kernels of a compilation as the page draws them; see `contract.ts`.

A model has thousands of nodes at each stage: they are handed over as columns, in which
a word that many of them have is a number, and positions are told from where they stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterable, Sequence

from depyf.model.kernel_origins import INFERRED, graph_of_origin, origins_of
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.serialize import fields_to_json
from depyf.model.stages import FORWARD
from depyf.render.details import joined
from depyf.torch_text.kernel_module import kernel_module

if TYPE_CHECKING:
    from depyf.model.events import Kernel, SourceLine
    from depyf.model.graph_nodes import GraphNode, GraphNodes
    from depyf.model.kernel_origins import Origin
    from depyf.model.run import Compilation
    from depyf.model.saved_tensors import Saved
    from depyf.model.serialize import Json

_WORDS = ("kind", "label", "type", "module", "home", "body")  # of nodes


def graph_data(
    compilation: Compilation,
    graphs: Sequence[GraphNodes],
    number_of: Callable[[str], int],
) -> list[Json]:
    """Return the graphs of a compilation at all stages.

    Args:
        compilation: that has them.
        graphs: the same, read.
        number_of: puts a text into the page and returns its number.
    """
    saved = {(one.prefix, one.index): one for one in saved_for_backward(compilation)}
    found: list[Json] = []
    for one in graphs:
        graph = one.graph
        is_forward = graph.stage == FORWARD
        own = saved.get((graph.prefix, graph.index)) if is_forward else None
        found.append(
            {
                **fields_to_json(graph, "file prefix stage backward"),
                "nodes": _columns(one.nodes, number_of),
                "saved": _saved(own) if own else [],
                "saved_bytes": own.all_bytes if own else 0,
            }
        )
    return found


def _columns(
    nodes: Sequence[GraphNode], number_of: Callable[[str], int]
) -> dict[str, Json]:
    words: dict[str, int] = {}
    lists: dict[tuple[SourceLine, ...], int] = {}

    def numbers(texts: Sequence[str]) -> list[Json]:
        for one in dict.fromkeys(texts):
            words.setdefault(one, len(words))
        return [*map(words.__getitem__, texts)]

    columns: dict[str, Json] = {
        **{name: numbers([getattr(one, name) for one in nodes]) for name in _WORDS},
        "parameters": [
            numbers(one.parameters) if one.parameters else [] for one in nodes
        ],
        "takes": [[at - by for by in one.takes] for at, one in enumerate(nodes)],
        "shown": [
            one.shown - before for one, before in zip(nodes, _shown_before(nodes))
        ],
        "places": [lists.setdefault(one.places, len(lists)) for one in nodes],
        "bytes": [one.bytes for one in nodes],
        "until": [
            None if one.until is None else one.until - at
            for at, one in enumerate(nodes)
        ],
    }
    return {
        **columns,
        "names": number_of("\n".join(one.name for one in nodes)),
        "words": number_of("\n".join(words)),
        "place_lists": [_places_data(places) for places in lists],
    }


def _shown_before(nodes: Sequence[GraphNode]) -> Iterable[int]:
    yield 0
    yield from (one.shown for one in nodes)


def _saved(saved: Saved) -> list[Json]:
    found: list[Json] = []
    for one in saved.tensors:
        name: dict[str, Json] = {"name": one.name}
        found.append(name if one.bytes is None else {**name, "bytes": one.bytes})
    return found


def kernel_data(compilation: Compilation) -> list[Json]:
    """Return the kernels of a compilation, and what each was made from."""
    return [
        _kernel(compilation, module, origin)
        for module in compilation.kernels
        for origin in joined(origins_of(compilation, module))
    ]


def _kernel(compilation: Compilation, module: Kernel, origin: Origin) -> Json:
    graph = graph_of_origin(compilation.graphs, module, origin)
    return {
        "file": module.file,
        "kernel": origin.kernel,
        "graph": graph.file if graph is not None and origin.nodes else None,
        "nodes": [*origin.nodes],
        "places": _places_data(origin.places),
        "how": INFERRED if origin.nodes_inferred else origin.how,
        "shown": [*kernel_module(module.text).lines_of(origin.kernel)],
    }


def _places_data(places: Iterable[SourceLine]) -> list[Json]:
    """Return places as the contract's `Place`."""
    return [{"file": one.file, "line": one.line} for one in places]
