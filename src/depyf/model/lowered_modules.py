"""Find the module that each node of a lowered graph belongs to.

torch prints modules in the captured graph only.  The lowered graphs keep the user's
lines, and their order.  A line that runs once in each layer is one run of neighbours
for each layer there, and the first run belongs to the first layer.  Where the numbers
of runs differ, a node belongs to what all modules of its line have in common.  So does
one of a line that runs several modules, but for operations that are lowered one to one:
the second matrix product of a run is that of the second `linear`.

The lines that call the line of a lowered node are found in the same way.
"""

from __future__ import annotations

from itertools import groupby
from typing import (
    TYPE_CHECKING,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Sequence,
    Tuple,
)

from depyf.model.by_identity import once_each
from depyf.model.captured import path_in_root
from depyf.model.graph_nodes import GraphNodes, compilation_nodes
from depyf.model.stages import BACKWARD, CAPTURED, FORWARD, JOINT

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode
    from depyf.model.run import Compilation, Frame, Graph
    from depyf.torch_text.source_lines import SourceLine

_Line = Tuple[str, int]
_PRODUCTS = "linear matmul mm bmm addmm baddbmm"
_CONVOLUTIONS = "conv1d conv2d conv3d convolution convolution_backward"
_NORMS = "group_norm layer_norm batch_norm var_mean native_group_norm native_layer_norm"
# Operations, captured and lowered, that are lowered one to one.
_KINDS = {
    name: kind
    for kind in (_PRODUCTS, _CONVOLUTIONS, _NORMS, "embedding")
    for name in kind.split()
}
# In the backward a matrix product has up to two, and a norm none that can be told.
_BACKWARD_KINDS = frozenset({_CONVOLUTIONS})
_Run = Tuple[_Line, List["GraphNode"]]
Modules = Mapping[str, str]  # of nodes, by name
_Callers = Tuple["SourceLine", ...]


class _Visit(NamedTuple):
    """The modules that one visit of a line runs.

    `module` is what they have in common, `by_kind` those of the operations of a kind.
    `callers` are the lines that led to this one.  `is_around` is set where it is not
    known which visit it is: then `module` is around those of all visits.
    """

    module: str
    by_kind: Mapping[str, Sequence[str]]
    callers: _Callers
    is_around: bool = False

    @property
    def backward(self) -> _Visit:
        """Return the same from back to front, of what is one to one there, too."""
        known = self.by_kind.items()
        kinds = {kind: own[::-1] for kind, own in known if kind in _BACKWARD_KINDS}
        return _Visit(self.module, kinds, self.callers)

    def modules_of(self, nodes: Sequence[GraphNode]) -> Iterator[str]:
        """Yield the module of each lowered node of the visit."""
        kinds = [_KINDS.get(_operation(one), "") for one in nodes]
        left = {
            kind: iter(own)
            for kind, own in self.by_kind.items()
            if kinds.count(kind) == len(own)
        }
        for kind in kinds:
            yield next(left[kind]) if kind in left else self.module


class _Origin(NamedTuple):
    """Where a lowered node comes from: see `_Visit`."""

    module: str
    callers: _Callers
    is_around: bool


_Origins = Mapping[str, _Origin]  # of nodes, by name


@once_each
def lowered_modules(
    compilation: Compilation, frame: Frame
) -> dict[tuple[str, bool], Modules]:
    """Return the modules of lowered nodes, by the graph's prefix and direction.

    Args:
        compilation: that has the graphs.
        frame: that was compiled.

    Returns:
        For each graph the path of each node's module as a person writes it: empty for
        what the compiled function does itself; a node of no known module is left out.
    """
    of_method = compilation.instance is not None
    found: dict[tuple[str, bool], Modules] = {}
    for key, origins in _origins_of(compilation, frame).items():
        paths = {
            node: path_in_root(one.module, of_method=of_method)
            for node, one in origins.items()
        }
        # What is around all visits and is the whole says nothing.
        found[key] = {
            node: path
            for node, path in paths.items()
            if path or not origins[node].is_around
        }
    return found


def captured_modules(compilation: Compilation, frame: Frame) -> dict[str, Modules]:
    """Return the modules of captured operations, by the graph's prefix.

    Args:
        compilation: that has the graphs.
        frame: that was compiled.
    """
    of_method = compilation.instance is not None
    return {
        one.graph.prefix: {
            node.name: path_in_root(node.module, of_method=of_method)
            for node in one.nodes
            if node.kind == "operator"
        }
        for one in compilation_nodes(compilation, frame)
        if one.graph.stage == CAPTURED
    }


def nodes_with_callers(
    compilation: Compilation, frame: Frame
) -> tuple[GraphNodes, ...]:
    """Return the graphs of a compilation, lowered nodes with the lines of callers.

    Args:
        compilation: that has the graphs.
        frame: that was compiled.
    """
    origins = _origins_of(compilation, frame)

    def called(graph: Graph, node: GraphNode) -> GraphNode:
        # The joint graph holds both directions.
        key = (graph.prefix, graph.backward or graph.stage == JOINT)
        known = origins[key].get(node.name)
        if known is None or not known.callers or len(node.places) != 1:
            return node
        return node._replace(places=(*known.callers, *node.places))

    return tuple(
        one
        if one.graph.stage == CAPTURED
        else GraphNodes(one.graph, tuple(called(one.graph, node) for node in one.nodes))
        for one in compilation_nodes(compilation, frame)
    )


@once_each
def _origins_of(
    compilation: Compilation, frame: Frame
) -> dict[tuple[str, bool], _Origins]:
    graphs = compilation_nodes(compilation, frame)
    return {
        (prefix, backward): origins
        for prefix in dict.fromkeys(one.graph.prefix for one in graphs)
        for backward, origins in zip(
            (False, True),
            _origins([one for one in graphs if one.graph.prefix == prefix]),
        )
    }


def _origins(graphs: Sequence[GraphNodes]) -> tuple[_Origins, _Origins]:
    """Return the origins of the forward and of the backward nodes of one graph."""
    by_stage = {one.graph.stage: one.nodes for one in graphs}
    owners = _owners(_runs(by_stage.get(CAPTURED, ())))
    names = {stage: _names(by_stage.get(stage, ())) for stage in (FORWARD, BACKWARD)}
    # The joint graph has the order of the program: the halves of it may not.
    whole = by_stage.get(JOINT) or by_stage.get(FORWARD, ())
    ahead = [one for one in whole if one.name in names[FORWARD]]
    behind = [
        one
        for one in by_stage.get(JOINT) or by_stage.get(BACKWARD, ())
        if one.name in names[BACKWARD] and one.name not in names[FORWARD]
    ]
    forward = _in_order(_runs(ahead), owners)
    reverse = {
        line: [visit.backward for visit in visits[::-1]]
        for line, visits in owners.items()
    }
    backward = _in_order(_runs(behind), reverse)
    # Forward values that the backward computes again keep their names.
    return forward, {**forward, **backward}


def _names(nodes: Iterable[GraphNode]) -> set[str]:
    return {one.name for one in nodes if one.kind == "operator"}


def _runs(nodes: Iterable[GraphNode]) -> list[_Run]:
    """Return neighbouring nodes from the same line, together with the line."""
    placed = [one for one in nodes if one.places and one.kind == "operator"]
    return [(line, [*run]) for line, run in groupby(placed, _line)]


def _line(node: GraphNode) -> _Line:
    return node.places[-1].file, node.places[-1].line


def _owners(runs: Sequence[_Run]) -> dict[_Line, list[_Visit]]:
    """Return the modules of each line, in the order in which it runs in them."""
    found: dict[_Line, list[_Visit]] = {}
    for line, nodes in runs:
        by_kind: dict[str, list[str]] = {}
        for one in nodes:
            kind = _KINDS.get(_operation(one))
            if kind is not None:
                by_kind.setdefault(kind, []).append(one.module)
        module = _common(one.module for one in nodes)
        visit = _Visit(module, by_kind, nodes[0].places[:-1])
        found.setdefault(line, []).append(visit)
    return found


def _operation(node: GraphNode) -> str:
    """Return the operation of a node: ``mm`` of ``aten.mm.default(x, y)``."""
    if " @ " in node.label:
        return "matmul"
    names = node.label.partition("(")[0].lstrip(".").split(".")
    return names[1] if len(names) > 1 else names[0]


def _in_order(
    runs: Sequence[_Run], owners: Mapping[_Line, Sequence[_Visit]]
) -> dict[str, _Origin]:
    by_line: dict[_Line, list[list[GraphNode]]] = {}
    for line, nodes in runs:
        by_line.setdefault(line, []).append(nodes)
    return {
        node.name: _Origin(module, visit.callers, visit.is_around)
        for line, visits in by_line.items()
        for visit, nodes in zip(_each(owners.get(line, ()), len(visits)), visits)
        for node, module in zip(nodes, visit.modules_of(nodes))
    }


def _each(known: Sequence[_Visit], visits: int) -> Sequence[_Visit]:
    """Return the modules and callers of each visit of a line."""
    if len(known) == visits:
        return known
    modules = {one.module for one in known}
    callers = {one.callers for one in known}
    visit = _Visit(
        _common(modules),
        {},
        callers.pop() if len(callers) == 1 else (),
        is_around=len(modules) != 1,
    )
    return [visit] * visits


def _common(modules: Iterable[str]) -> str:
    """Return the common path of several modules; empty if there is none.

    >>> _common(["layers.0.norm", "layers.0"])
    'layers.0'
    """
    steps = [module.split(".") for module in modules]
    same = []
    for level in zip(*steps):
        if len(set(level)) > 1:
            break
        same.append(level[0])
    return ".".join(same)
