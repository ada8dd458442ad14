"""Return a compilation's graphs and kernels as data for the page; see `contract.ts`.

A model has thousands of nodes at each stage, so the data has a column for each property
of the nodes.  Numbers stand for repeated words, and positions are relative to the node.
"""

from __future__ import annotations

from collections import Counter
from typing import (
    TYPE_CHECKING,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Sequence,
)

from depyf.model.counterparts import sources_of_lowered
from depyf.model.kernel_origins import INFERRED, graph_of_origin, origins_of
from depyf.model.kernel_traffic import traffic
from depyf.model.lowered_modules import captured_modules, lowered_modules
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.serialize import fields_to_json
from depyf.model.stages import CAPTURED, FORWARD, JOINT, LOWERED
from depyf.render.details import joined
from depyf.torch_text.expressions import owner_of_parameter, readable_name
from depyf.torch_text.kernel_module import kernel_module

if TYPE_CHECKING:
    from depyf.model.events import Kernel, SourceLine
    from depyf.model.graph_nodes import GraphNode, GraphNodes
    from depyf.model.kernel_origins import Origin
    from depyf.model.lowered_modules import Modules
    from depyf.model.run import Compilation, Frame, Graph
    from depyf.model.saved_tensors import Saved
    from depyf.model.serialize import Json

_WORDS = ("kind", "label", "type", "module", "home", "body")  # of nodes


def graph_data(
    compilation: Compilation,
    graphs: Sequence[GraphNodes],
    number_of: Callable[[str], int],
    frame: Frame,
) -> list[Json]:
    """Return the graphs of a compilation as data for the page; see `contract.ts`.

    Args:
        compilation: the compilation.
        graphs: the nodes of its graphs.
        number_of: puts a text into the page and returns its number.
        frame: the frame that was compiled.
    """
    saved = {(one.prefix, one.index): one for one in saved_for_backward(compilation)}
    modules = modules_by_stage(compilation, frame)
    sources = _sources_by_graph(compilation, graphs, frame)
    found: list[Json] = []
    for one in graphs:
        graph = one.graph
        is_forward = graph.stage == FORWARD
        own = saved.get((graph.prefix, graph.index)) if is_forward else None
        found.append(
            {
                **fields_to_json(graph, "file prefix stage backward"),
                "nodes": {
                    **_columns(one.nodes, modules(graph), number_of),
                    **sources(one),
                },
                "saved": _saved(own, modules(graph)) if own else [],
                "saved_bytes": own.all_bytes if own else 0,
            }
        )
    return found


def _sources_by_graph(
    compilation: Compilation, graphs: Sequence[GraphNodes], frame: Frame
) -> Callable[[GraphNodes], dict[str, Json]]:
    """Return a function that gives the captured operations of the nodes of a graph.

    They are positions in the captured graph: `source` if it is certain which operation
    a node was made from.  If it was made from some of several, `perhaps` names a list.
    """
    sources = sources_of_lowered(compilation, frame)
    positions = {
        (one.graph.prefix, node.name): at
        for one in graphs
        if one.graph.stage == CAPTURED
        for at, node in enumerate(one.nodes)
    }

    def of_graph(one: GraphNodes) -> dict[str, Json]:
        prefix = one.graph.prefix
        backward = one.graph.backward or one.graph.stage == JOINT
        is_lowered = one.graph.stage in LOWERED
        known = sources.get((prefix, backward), {}) if is_lowered else {}
        each = [
            tuple(positions[prefix, source] for source in known.get(node.name, ()))
            for node in one.nodes
        ]
        lists: dict[tuple[int, ...], int] = {}
        return {
            "source": [own[0] if len(own) == 1 else None for own in each],
            "perhaps": [
                lists.setdefault(own, len(lists)) if len(own) > 1 else None
                for own in each
            ],
            "perhaps_lists": [[*own] for own in lists],
        }

    return of_graph


def modules_by_stage(
    compilation: Compilation, frame: Frame
) -> Callable[[Graph], Modules]:
    """Return a function that gives the module of each node of a graph.

    Args:
        compilation: the compilation that has the graphs.
        frame: the frame that was compiled.
    """
    lowered = lowered_modules(compilation, frame)
    captured = captured_modules(compilation, frame)

    def modules(graph: Graph) -> Modules:
        if graph.stage == CAPTURED:
            return captured[graph.prefix]
        # The joint graph holds both directions.
        return lowered[graph.prefix, graph.backward or graph.stage == JOINT]

    return modules


def _columns(
    nodes: Sequence[GraphNode], modules: Modules, number_of: Callable[[str], int]
) -> dict[str, Json]:
    words: dict[str, int] = {}
    lists: dict[tuple[SourceLine, ...], int] = {}

    def numbers(texts: Sequence[str]) -> list[Json]:
        for one in dict.fromkeys(texts):
            words.setdefault(one, len(words))
        return [*map(words.__getitem__, texts)]

    columns: dict[str, Json] = {
        **{name: numbers([getattr(one, name) for one in nodes]) for name in _WORDS},
        "owner": [
            None if owner is None else numbers([owner])[0]
            for owner in map(modules.get, (one.name for one in nodes))
        ],
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


def _saved(saved: Saved, modules: Modules) -> list[Json]:
    found: list[Json] = []
    for one in saved.tensors:
        if one.argument:
            module = owner_of_parameter(one.argument)
        else:  # A view is of the module that computed its memory.
            module = modules.get(one.base, modules.get(one.name))
        found.append(
            {
                "name": one.name,
                **({} if one.bytes is None else {"bytes": one.bytes}),
                **({} if module is None else {"module": module}),
                **({"argument": readable_name(one.argument)} if one.argument else {}),
            }
        )
    return found


class _Known(NamedTuple):
    """Facts that all kernels of a compilation need.

    Attributes:
        modules: returns the modules of the nodes of a graph.
        nodes: the nodes of each graph, by the graph's file.
        shared: the names of nodes that several kernels come from.
        calls: the calls of kernels in a generated module, in order.
    """

    modules: Callable[[Graph], Modules]
    nodes: Mapping[str, Sequence[GraphNode]]
    shared: Collection[str]
    calls: Sequence[Origin]


def kernel_data(
    compilation: Compilation, graphs: Sequence[GraphNodes], frame: Frame
) -> list[Json]:
    """Return the kernels of a compilation as data for the page.

    Args:
        compilation: the compilation.
        graphs: the nodes of its graphs.
        frame: the frame that was compiled.
    """
    if not compilation.kernels:
        return []
    modules = modules_by_stage(compilation, frame)
    nodes = {one.graph.file: one.nodes for one in graphs}
    found: list[Json] = []
    for module in compilation.kernels:
        calls = origins_of(compilation, module)
        origins = joined(calls)
        times = Counter(name for one in origins for name in {*one.nodes})
        shared = {name for name, count in times.items() if count > 1}
        found += [
            _kernel(compilation, module, one, _Known(modules, nodes, shared, calls))
            for one in origins
        ]
    return found


def _kernel(
    compilation: Compilation,
    module: Kernel,
    origin: Origin,
    known: _Known,
) -> Json:
    graph = graph_of_origin(compilation.graphs, module, origin)
    guessed = origin.nodes_inferred or origin.how == INFERRED
    lines = kernel_module(module.text)
    calls = sum(one.name == origin.kernel for one in lines.calls)
    nodes = known.nodes.get(graph.file, ()) if graph and not guessed else ()
    moved = traffic(nodes, origin.nodes, known.shared, calls)
    modules = known.modules(graph) if graph is not None else {}
    return {
        "file": module.file,
        "kernel": origin.kernel,
        "graph": graph.file if graph is not None and origin.nodes else None,
        "nodes": [*origin.nodes],
        "places": _places_data(origin.places),
        "how": INFERRED if origin.nodes_inferred else origin.how,
        "shown": [*lines.lines_of(origin.kernel)],
        "calls": calls,
        "launches": [*_launches(origin, known.calls)],
        "modules": {
            **_of_readers(origin, modules, nodes),
            **_by_module(origin, modules),
        },
        **{name: size for name, size in moved._asdict().items() if size is not None},
    }


def _launches(kernel: Origin, calls: Sequence[Origin]) -> Iterator[Json]:
    """Yield the nodes and lines of each call of a kernel that has several calls."""
    nodes = {name: at for at, name in enumerate(kernel.nodes)}
    places = {place: at for at, place in enumerate(kernel.places)}
    own = [one for one in calls if (one.kernel, one.how) == (kernel.kernel, kernel.how)]
    for one in own if len(own) > 1 else ():
        if one.line is not None:
            names = () if one.first_only else one.nodes
            yield {
                "line": one.line,
                "nodes": [nodes[name] for name in names],
                "places": [places[place] for place in one.places],
            }


def _by_module(origin: Origin, modules: Modules) -> dict[str, Json]:
    """Return the positions of a kernel's nodes, by module."""
    found: dict[str, list[Json]] = {}
    for at, node in enumerate(origin.nodes):
        if node in modules:
            found.setdefault(modules[node], []).append(at)
    return {**found}


def _of_readers(
    origin: Origin, modules: Modules, nodes: Sequence[GraphNode]
) -> dict[str, Json]:
    """Return the modules for which a kernel copies inputs, without positions."""
    found: dict[str, Json] = {}
    copied = {at for at, one in enumerate(nodes) if one.kind == "input"}
    copied = {at for at in copied if nodes[at].name in origin.nodes}
    for one in nodes if copied else ():
        is_reader = not copied.isdisjoint(one.takes)
        if is_reader and {*one.places[-1:]} & {*origin.places}:
            found.update({modules[one.name]: []} if one.name in modules else {})
    return found


def _places_data(places: Iterable[SourceLine]) -> list[Json]:
    """Return lines of the program as data."""
    return [{"file": one.file, "line": one.line} for one in places]
