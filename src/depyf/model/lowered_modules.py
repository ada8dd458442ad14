"""Find the module that each node of a lowered graph belongs to.

If torch keeps modules with lowered nodes, depyf writes them into the graphs.  For other
nodes they are inferred.  The lowered graphs keep the user's lines and their order.  A
line that runs once in each layer gives one group of neighbouring nodes for each layer.
The first group belongs to the first layer.

If the numbers of groups differ, a node belongs to the common parent of all modules of
its line.  The same holds if a line runs several modules.  Operations that are lowered
one to one are an exception: the second matrix product of a group belongs to the second
`linear`.  A node that reads a parameter of one module belongs to that module.

The callers of the line of a lowered node are found in the same way.
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
from depyf.model.joint_order import in_order
from depyf.model.merged_nodes import replaced_nodes
from depyf.model.one_to_one import CONVOLUTIONS, PRODUCTS, kind_of_operation
from depyf.model.parameter_readers import modules_by_parameter
from depyf.model.stages import AFTER_POST_GRAD, BACKWARD, CAPTURED, FORWARD, JOINT

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode
    from depyf.model.run import Compilation, Frame, Graph
    from depyf.torch_text.source_lines import SourceLine

_Line = Tuple[str, int]
# In the backward, a matrix product becomes up to two, and a norm cannot be recognized.
_BACKWARD_KINDS = frozenset({CONVOLUTIONS})
_Run = Tuple[_Line, List["GraphNode"]]
Modules = Mapping[str, str]  # from the name of a node to its module
_Callers = Tuple["SourceLine", ...]


class _Visit(NamedTuple):
    """One visit: an execution of a line during tracing, and the modules that it runs.

    Attributes:
        module: the common parent of the modules.
        by_kind: for each kind of operation, the modules of the operations, in order.
        callers: the lines that lead to this line.
        is_around: whether `module` is only the common parent of several modules, of
            this visit or, if it is unknown which visit this is, of all visits.
    """

    module: str
    by_kind: Mapping[str, Sequence[str]]
    callers: _Callers
    is_around: bool = False

    @property
    def backward(self) -> _Visit:
        """The visit in the backward, with the modules of each kind in reverse order."""
        known = self.by_kind.items()
        kinds = {kind: own[::-1] for kind, own in known if kind in _BACKWARD_KINDS}
        return self._replace(by_kind=kinds)

    def modules_of(self, nodes: Sequence[GraphNode]) -> Iterator[str]:
        """Yield the module of each lowered node of the visit."""
        kinds = [kind_of_operation(one) for one in nodes]
        left = {
            kind: iter(own)
            for kind, own in self.by_kind.items()
            if kinds.count(kind) == len(own)
        }
        for kind in kinds:
            yield next(left[kind]) if kind in left else self.module


class _Origin(NamedTuple):
    """The module and callers of a lowered node; see `_Visit`."""

    module: str
    callers: _Callers
    is_around: bool


_NOWHERE = _Origin("", (), is_around=True)
_Origins = Mapping[str, _Origin]  # from the name of a node to its origin


@once_each
def lowered_modules(
    compilation: Compilation, frame: Frame
) -> dict[tuple[str, bool], Modules]:
    """Return the modules of lowered nodes, by the prefix and direction of their graph.

    Args:
        compilation: the compilation that has the graphs.
        frame: the frame of the compilation.

    Returns:
        For each graph, the readable path of each node's module.  The path is empty for
        operations of the compiled function itself.  Nodes of unknown modules are
        missing: none are if all captured operations are of one module.
    """
    of_method = compilation.instance is not None
    found: dict[tuple[str, bool], dict[str, str]] = {}
    for key, origins in _origins_of(compilation, frame).items():
        paths = {
            node: path_in_root(one.module, of_method=of_method)
            for node, one in origins.items()
        }
        # An empty path that is only the common parent of all visits means "unknown".
        found[key] = {
            node: path
            for node, path in paths.items()
            if path or not origins[node].is_around
        }
    for prefix, inside in captured_modules(compilation, frame).items():
        modules = {*inside.values()}
        for one in compilation_nodes(compilation, frame) if len(modules) == 1 else ():
            if one.graph.prefix == prefix:
                known = found[prefix, one.graph.backward]
                for name in _names(one.nodes):
                    known.setdefault(name, *modules)
    return {**found}


def captured_modules(compilation: Compilation, frame: Frame) -> dict[str, Modules]:
    """Return the modules of captured operations, by the prefix of their graph.

    Args:
        compilation: the compilation that has the graphs.
        frame: the frame of the compilation.
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
    """Return the graphs of a compilation; lowered nodes have the lines of callers, too.

    Args:
        compilation: the compilation that has the graphs.
        frame: the frame of the compilation.
    """
    origins = _origins_of(compilation, frame)

    def called(graph: Graph, node: GraphNode) -> GraphNode:
        # The joint graph has the nodes of both directions.
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
    """Return the origins of the forward nodes and of the backward nodes of a graph."""
    by_stage = {one.graph.stage: one.nodes for one in graphs}
    owners = _owners(_runs(by_stage.get(CAPTURED, ())))
    order = in_order(graphs)
    forward = {
        **_in_order(_runs(order.ahead), owners),
        **_of_parameters(graphs, backward=False),
    }
    reverse = {
        line: [visit.backward for visit in visits[::-1]]
        for line, visits in owners.items()
    }
    backward = {
        **_in_order(_runs(order.behind), reverse),
        **_of_parameters(graphs, backward=True),
    }
    ahead_told = _with_told(forward, _told(graphs, FORWARD, backward=False))
    behind_told = _with_told(backward, _told(graphs, BACKWARD, JOINT, backward=True))
    added = _of_added(graphs, ahead_told, backward=False)
    added_behind = _of_added(graphs, behind_told, backward=True)
    replaced = _of_products(graphs, ahead_told, backward=False)
    products = _of_products(graphs, behind_told, backward=True)
    # Forward values that the backward recomputes keep their names.
    behind_all = {**added_behind, **ahead_told, **behind_told, **replaced, **products}
    return {**added, **ahead_told, **replaced}, behind_all


def _of_parameters(
    graphs: Sequence[GraphNodes], *, backward: bool
) -> dict[str, _Origin]:
    """Return the origins of nodes that read a parameter of one module."""
    known = modules_by_parameter(graphs, backward=backward)
    return {name: _Origin(*one, is_around=False) for name, one in known.items()}


def _of_products(
    graphs: Sequence[GraphNodes], known: _Origins, *, backward: bool
) -> dict[str, _Origin]:
    """Return the origins of nodes that replaced other nodes; see `replaced_nodes`.

    Such a node belongs to the module of its only matrix product, or of its result.
    """
    found: dict[str, _Origin] = {}
    for name, parts in replaced_nodes(graphs, backward=backward).items():
        products = [one for one in parts if kind_of_operation(one) == PRODUCTS]
        one = products[0] if len(products) == 1 else parts[-1]
        told = _Origin(one.module, (), is_around=False) if one.module else None
        origin = known.get(one.name, told)
        if origin is not None and (one is not parts[-1] or name not in known):
            found[name] = origin
    return found


def _of_added(
    graphs: Sequence[GraphNodes], known: _Origins, *, backward: bool
) -> dict[str, _Origin]:
    """Return the origins of nodes that passes added without a module.

    They belong to the common parent of the modules whose values they read.
    """
    found: dict[str, _Origin] = {}
    for graph in _last(graphs, backward=backward):
        for node in graph.nodes:
            read = [graph.nodes[at].name for at in node.takes]
            own = [known.get(one) or found.get(one) for one in read]
            origins = {(one.module, one.is_around) for one in own if one is not None}
            if node.kind == "operator" and node.name not in known and origins:
                is_around = len(origins) > 1 or any(around for _, around in origins)
                module = _common(module for module, _ in origins)
                found[node.name] = _Origin(module, (), is_around)
    return found


def _told(graphs: Sequence[GraphNodes], *stages: str, backward: bool) -> dict[str, str]:
    """Map nodes to the modules that the forward or backward graphs name for them.

    Passes add nodes after the given stages: the last graph names their modules.
    """
    earlier = [one for stage in stages for one in graphs if one.graph.stage == stage]
    told: dict[str, str] = {}
    for one in (*earlier, *_last(graphs, backward=backward)):
        for node in one.nodes:
            if node.module and node.kind == "operator":
                told.setdefault(node.name, node.module)
    return told


def _last(graphs: Sequence[GraphNodes], *, backward: bool) -> list[GraphNodes]:
    return _of_stage(graphs, AFTER_POST_GRAD, backward=backward)


def _of_stage(
    graphs: Sequence[GraphNodes], stage: str, *, backward: bool
) -> list[GraphNodes]:
    return [
        one
        for one in graphs
        if one.graph.stage == stage and one.graph.backward == backward
    ]


def _with_told(
    inferred: Mapping[str, _Origin], told: Mapping[str, str]
) -> dict[str, _Origin]:
    named = {
        name: inferred.get(name, _NOWHERE)._replace(module=module, is_around=False)
        for name, module in told.items()
    }
    return {**inferred, **named}


def _names(nodes: Iterable[GraphNode]) -> set[str]:
    return {one.name for one in nodes if one.kind == "operator"}


def _runs(nodes: Iterable[GraphNode]) -> list[_Run]:
    """Group neighbouring nodes of the same line; return each line with its nodes."""
    placed = [one for one in nodes if one.places and one.kind == "operator"]
    return [(line, [*run]) for line, run in groupby(placed, _line)]


def _line(node: GraphNode) -> _Line:
    return node.places[-1].file, node.places[-1].line


def _owners(runs: Sequence[_Run]) -> dict[_Line, list[_Visit]]:
    """Return the visits of each line in the captured graph, in order."""
    found: dict[_Line, list[_Visit]] = {}
    for line, nodes in runs:
        by_kind: dict[str, list[str]] = {}
        for one in nodes:
            kind = kind_of_operation(one)
            if kind:
                by_kind.setdefault(kind, []).append(one.module)
        modules = {one.module for one in nodes}
        module = _common(modules)
        is_around = module not in modules  # no node is known to be its own
        visit = _Visit(module, by_kind, nodes[0].places[:-1], is_around)
        found.setdefault(line, []).append(visit)
    return found


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
    """Return one visit for each lowered group of nodes of a line.

    If the captured graph has another number of visits, all groups get a common visit.

    Args:
        known: the visits of the line in the captured graph.
        visits: the number of groups in the lowered graph.
    """
    if len(known) == visits:
        return known
    modules = {one.module for one in known}
    callers = {one.callers for one in known}
    visit = _Visit(
        _common(modules),
        {},
        callers.pop() if len(callers) == 1 else (),
        is_around=len(modules) != 1 or any(one.is_around for one in known),
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
