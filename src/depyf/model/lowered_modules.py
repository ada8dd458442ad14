"""Find the module that each node of a lowered graph belongs to.

torch prints modules in the captured graph only.  The lowered graphs keep the user's
lines, and their order.  A line that runs once in each layer is one run of neighbours
for each layer there, and the first run belongs to the first layer.  Where the numbers
of runs differ, a node belongs to what all modules of its line have in common.  So does
one of a line that runs several modules, but for operations that are lowered one to one:
the second matrix product of a run is that of the second `linear`.
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
from depyf.model.graph_nodes import compilation_nodes
from depyf.model.stages import BACKWARD, CAPTURED, FORWARD, JOINT

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode, GraphNodes
    from depyf.model.run import Compilation, Frame

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


class _Visit(NamedTuple):
    """The modules that one visit of a line runs.

    `module` is what they have in common, `by_kind` those of the operations of a kind.
    """

    module: str
    by_kind: Mapping[str, Sequence[str]]

    @property
    def backward(self) -> _Visit:
        """Return the same from back to front, of what is one to one there, too."""
        known = self.by_kind.items()
        kinds = {kind: own[::-1] for kind, own in known if kind in _BACKWARD_KINDS}
        return _Visit(self.module, kinds)

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


@once_each
def lowered_modules(
    compilation: Compilation, frame: Frame
) -> dict[tuple[str, bool], Modules]:
    """Return the modules of lowered nodes, by the graph's prefix and direction.

    Args:
        compilation: that has the graphs.
        frame: that was compiled.

    Returns:
        For each graph the path of each node's module as a person writes it.
    """
    graphs = compilation_nodes(compilation, frame)
    of_method = compilation.instance is not None
    found: dict[tuple[str, bool], Modules] = {}
    for prefix in dict.fromkeys(one.graph.prefix for one in graphs):
        own = [one for one in graphs if one.graph.prefix == prefix]
        for backward, modules in zip((False, True), _modules(own)):
            found[prefix, backward] = {
                node: path_in_root(module, of_method=of_method)
                for node, module in modules.items()
                if module
            }
    return found


def _modules(graphs: Sequence[GraphNodes]) -> tuple[Modules, Modules]:
    """Return the modules of the forward and of the backward nodes of one graph."""
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
        found.setdefault(line, []).append(_Visit(module, by_kind))
    return found


def _operation(node: GraphNode) -> str:
    """Return the operation of a node: ``mm`` of ``aten.mm.default(x, y)``."""
    if " @ " in node.label:
        return "matmul"
    names = node.label.partition("(")[0].lstrip(".").split(".")
    return names[1] if len(names) > 1 else names[0]


def _in_order(
    runs: Sequence[_Run], owners: Mapping[_Line, Sequence[_Visit]]
) -> dict[str, str]:
    by_line: dict[_Line, list[list[GraphNode]]] = {}
    for line, nodes in runs:
        by_line.setdefault(line, []).append(nodes)
    return {
        node.name: module
        for line, visits in by_line.items()
        for visit, nodes in zip(_each(owners.get(line, ()), len(visits)), visits)
        for node, module in zip(nodes, visit.modules_of(nodes))
    }


def _each(known: Sequence[_Visit], visits: int) -> Sequence[_Visit]:
    """Return the modules of each visit of a line."""
    if len(known) == visits:
        return known
    return [_Visit(_common(one.module for one in known), {})] * visits


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
