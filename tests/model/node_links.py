"""What of one compilation belongs together: lines, transformed code, nodes, kernels.

- A node, kernel or line of transformed code belongs to the user's lines it comes from;
  a node to the lines of its callers as well.
- A kernel belongs to the nodes it was made from.  A line of a view lights the kernels
  that read a value through the view.
- Lowered nodes of two stages belong together that have the same name and line; a node
  that a pass made belongs to those that it replaced.
- A lowered node belongs to the captured operation that it was made from, if that is
  certain.  If that is known of no node of a graph, nodes of one line and module belong
  together.
- A line of transformed code that calls a graph belongs to all nodes of that graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Tuple,
)

from depyf.model.counterparts import sources_of_lowered
from depyf.model.file_names import graph_file, kernel_file
from depyf.model.kernel_origins import graph_of_origin, origins_of
from depyf.model.lowered_modules import nodes_with_callers
from depyf.model.stages import CAPTURED, JOINT, LOWERED
from depyf.render.graph_data import modules_by_stage
from depyf.torch_text.operation_kinds import changes_input

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.graph_nodes import GraphNode, GraphNodes
    from depyf.model.run import Compilation, Frame

SOURCE, SHOWN, NODE, KERNEL = "source", "shown", "node", "kernel"
Line = Tuple[str, int]  # file and line
_Node = Tuple[str, str]  # the graph's file and the node's name
# Lines of the user's, nodes, kernels.
_Found = Tuple["set[Line]", "set[_Node]", "set[_Node]"]


@dataclass(frozen=True)
class Selection:
    """What a reader points at.

    Attributes:
        kind: `SOURCE`, `SHOWN`, `NODE` or `KERNEL`.
        file: of the user's line, of the graph or of the generated module.
        line: of the user's file or of the transformed code.
        name: of the node or kernel.
    """

    kind: str
    file: str = ""
    line: int = 0
    name: str = ""


@dataclass(frozen=True)
class Lit:
    """What belongs to a selection, itself included; names by file, in their order."""

    source: frozenset[Line]
    shown: frozenset[int]
    nodes: Mapping[str, tuple[str, ...]]
    kernels: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class _Kernel:
    file: str
    name: str
    nodes: frozenset[_Node]
    lines: frozenset[Line]
    views: frozenset[Line]


def lit(compilation: Compilation, frame: Frame, selection: Selection) -> Lit:
    """Return what belongs to a selection."""
    return NodeLinks(compilation, frame).lit(selection)


class NodeLinks:
    """The relation of one compilation, for many selections."""

    def __init__(self, compilation: Compilation, frame: Frame) -> None:
        graphs = nodes_with_callers(compilation, frame)
        self._graphs = {_file(one): one for one in graphs}
        modules = modules_by_stage(compilation, frame)
        self._owners = {_file(one): modules(one.graph) for one in graphs}
        self._sources = sources_of_lowered(compilation, frame)
        self._kernels = list(_kernels(compilation, self._graphs))
        self._shown = {
            link.line: frozenset((frame.file, line) for line in link.user_lines)
            for link in (compilation.entry.lines if compilation.entry else ())
        }
        self._calls = dict(_calls(compilation))

    def lit(self, selection: Selection) -> Lit:
        """Return what belongs to a selection."""
        of_kind: Mapping[str, Callable[[Selection], _Found]] = {
            SOURCE: self._of_source,
            SHOWN: self._of_shown,
            NODE: self._of_node,
            KERNEL: self._of_kernel,
        }
        return self._told(of_kind[selection.kind](selection))

    def lit_by_lines(self, lines: Iterable[Line]) -> Lit:
        """Return what belongs to several lines of the user's together."""
        return self._told(self._of_lines(set(lines)))

    def _told(self, found: _Found) -> Lit:
        lines, nodes, kernels = found
        prefixes = {self._graphs[file].graph.prefix for file, _ in nodes}
        shown = {line for line, own in self._shown.items() if own & lines}
        shown |= {line for line, own in self._calls.items() if own & prefixes}
        return Lit(
            frozenset(lines),
            frozenset(shown),
            _by_file(nodes, self._order()),
            _by_file(kernels, ((one.file, one.name) for one in self._kernels)),
        )

    def _of_source(self, selection: Selection) -> _Found:
        return self._of_lines({(selection.file, selection.line)})

    def _of_shown(self, selection: Selection) -> _Found:
        lines = set(self._shown.get(selection.line, ()))
        called = self._calls.get(selection.line, frozenset())
        nodes = {
            (file, node.name): node
            for file, one in self._graphs.items()
            if one.graph.prefix in called
            for node in one.nodes
        }
        found = self._of_lines({*lines, *_lines(nodes.values())})
        return found[0], found[1] | set(nodes), found[2]

    def _of_node(self, selection: Selection) -> _Found:
        own = self._node(selection.file, selection.name)
        if own is None:
            return set(), set(), set()
        nodes = {(selection.file, own.name), *self._counterparts(selection.file, own)}
        kernels = {(one.file, one.name) for one in self._kernels if one.nodes & nodes}
        return _lines([own]), nodes, kernels

    def _of_kernel(self, selection: Selection) -> _Found:
        lines: set[Line] = set()
        nodes: set[_Node] = set()
        for kernel in self._kernels:
            if (kernel.file, kernel.name) == (selection.file, selection.name):
                lines |= kernel.lines
                nodes |= kernel.nodes or self._nodes_at(kernel.lines)
        for file, name in [*nodes]:
            node = self._node(file, name)
            if node is not None:
                lines |= _lines([node])
                nodes.update(self._counterparts(file, node))
        return lines, nodes, {(selection.file, selection.name)}

    def _of_lines(self, lines: set[Line]) -> _Found:
        nodes = {
            (file, node.name)
            for file, one in self._graphs.items()
            for node in one.nodes
            if lines.intersection(map(_line, node.places))
        }
        kernels = {
            (one.file, one.name)
            for one in self._kernels
            if one.nodes & nodes or (one.lines | one.views) & lines
        }
        return lines, nodes, kernels

    def _nodes_at(self, lines: Collection[Line]) -> set[_Node]:
        return {
            (file, node.name)
            for file, one in self._graphs.items()
            for node in one.nodes
            if node.place is not None and _line(node.place) in lines
        }

    def _counterparts(self, file: str, node: GraphNode) -> Iterator[_Node]:
        """Yield the nodes of other stages of the same graph that are the same."""
        prefix = self._graphs[file].graph.prefix
        own = [one for one in self._graphs.values() if one.graph.prefix == prefix]
        for other, one in self._graphs.items():
            if other == file or one.graph.prefix != prefix:
                continue
            if not any(map(self._is_matched, own)):
                found = self._near(file, other, node)
            elif self._is_matched(self._graphs[file]) and self._is_matched(one):
                found = self._lowered(file, other, node)
            else:
                found = self._through_captured(file, other, node)
            for each in found:
                yield other, each.name

    def _is_matched(self, one: GraphNodes) -> bool:
        return any(self._source(_file(one), node) for node in one.nodes)

    def _source(self, file: str, node: GraphNode) -> str:
        """Return the captured operation of a lowered node, if it is certain."""
        graph = self._graphs[file].graph
        if graph.stage not in LOWERED:
            return ""
        backward = graph.backward or graph.stage == JOINT
        names = self._sources.get((graph.prefix, backward), {}).get(node.name, ())
        return names[0] if len(names) == 1 else ""

    def _same(self, other: str, node: GraphNode) -> list[GraphNode]:
        nodes = self._graphs[other].nodes
        return [one for one in nodes if one.name == node.name and _same_line(one, node)]

    def _lowered(self, file: str, other: str, node: GraphNode) -> list[GraphNode]:
        own, one = self._graphs[file], self._graphs[other]
        same, source = self._same(other, node), self._source(file, node)
        if same or not source or own.graph.backward != one.graph.backward:
            return same
        names = {each.name for each in own.nodes}
        return [
            each
            for each in one.nodes
            if self._source(other, each) == source and each.name not in names
        ]

    def _through_captured(
        self, file: str, other: str, node: GraphNode
    ) -> list[GraphNode]:
        if node.place is None:
            return self._same(other, node)
        prefix = self._graphs[file].graph.prefix
        captured = graph_file(prefix, CAPTURED, 0)
        if file == captured:
            known = [node]
        elif self._is_matched(self._graphs[file]):
            source = self._source(file, node)
            every = self._graphs[captured].nodes
            known = [one for one in every if one.name == source]
        else:
            known = self._same(captured, node)
        if other == captured or not known:
            return known[:1]
        if not self._is_matched(self._graphs[other]):
            return self._same(other, known[0])
        nodes = self._graphs[other].nodes
        return [one for one in nodes if self._source(other, one) == known[0].name]

    def _near(self, file: str, other: str, node: GraphNode) -> list[GraphNode]:
        one = self._graphs[other]
        same = [each for each in one.nodes if _same_line(each, node)]
        named = [each for each in same if each.name == node.name]
        owner = self._owners[file].get(node.name, "")
        near = [
            each
            for each in same
            if _may_be(self._owners[other].get(each.name, ""), owner)
        ]
        return named if named or node.place is None else near or same

    def _node(self, file: str, name: str) -> GraphNode | None:
        graph = self._graphs.get(file)
        nodes = graph.nodes if graph is not None else ()
        return next((node for node in nodes if node.name == name), None)

    def _order(self) -> Iterator[_Node]:
        for file, one in self._graphs.items():
            for node in one.nodes:
                yield file, node.name


def _kernels(
    compilation: Compilation, graphs: Mapping[str, GraphNodes]
) -> Iterator[_Kernel]:
    for module in compilation.kernels:
        file = kernel_file(module.prefix, module.number)
        for origin in origins_of(compilation, module):
            graph = graph_of_origin(compilation.graphs, module, origin)
            nodes = (
                [
                    (graph_file(graph.prefix, graph.stage, graph.index), name)
                    for name in origin.nodes
                ]
                if graph is not None
                else []
            )
            lines = frozenset(map(_line, origin.places))
            views = frozenset(_lines_of_views(graphs, nodes))
            yield _Kernel(file, origin.kernel, frozenset(nodes), lines, views)


def _lines_of_views(
    graphs: Mapping[str, GraphNodes], nodes: Iterable[_Node]
) -> Iterator[Line]:
    """Yield the lines of the views through which nodes read values."""
    for file, name in nodes:
        every = graphs[file].nodes if file in graphs else ()
        left = [at for one in every if one.name == name for at in one.takes]
        while left:
            one = every[left.pop()]
            is_lowered = graphs[file].graph.stage != CAPTURED
            if _is_view(one, is_lowered=is_lowered) and not _is_number(one):
                left += [at for at in one.takes if not _is_number(every[at])][:1]
                if one.place is not None:
                    yield _line(one.place)


def _is_view(one: GraphNode, *, is_lowered: bool) -> bool:
    is_same = one.bytes == 0 and not changes_input(one.label)
    is_reshape = is_lowered and one.label.rpartition(".")[2] == "reshape"
    return one.kind == "operator" and (is_same or is_reshape)


def _is_number(one: GraphNode) -> bool:
    """Return whether a node computes a size, which no kernel reads through a view."""
    return one.kind == "operator" and one.type.startswith("Sym(")


def _calls(compilation: Compilation) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield the lines of transformed code that call graphs, and which."""
    if compilation.entry is None:
        return
    for number, text in enumerate(compilation.entry.source.split("\n"), 1):
        called = [one for one in compilation.entry.graph_calls if f"{one}(" in text]
        if called:
            yield number, frozenset(called)


def _file(one: GraphNodes) -> str:
    return graph_file(one.graph.prefix, one.graph.stage, one.graph.index)


def _line(place: SourceLine) -> Line:
    return place.file, place.line


def _lines(nodes: Iterable[GraphNode]) -> set[Line]:
    return {_line(place) for node in nodes for place in node.places}


def _same_line(one: GraphNode, other: GraphNode) -> bool:
    if one.place is None or other.place is None:
        return one.place is other.place
    return _line(one.place) == _line(other.place)


def _may_be(one: str, other: str) -> bool:
    """Return whether a module is another, or one is within the other."""
    inside = (one.startswith((f"{other}.", f"{other}[")), other.startswith(f"{one}."))
    nested = other.startswith(f"{one}[")
    return not one or not other or one == other or any(inside) or nested


def _by_file(
    found: Collection[_Node], order: Iterable[_Node]
) -> dict[str, tuple[str, ...]]:
    names: dict[str, dict[str, None]] = {}
    for file, name in order:
        if (file, name) in found:
            names.setdefault(file, {})[name] = None
    return {file: tuple(each) for file, each in names.items()}
