"""The nodes of a graph with their users, source lines and sizes.

The bytes of a value are counted at the sizes of the first call.  A value that shares
the memory of another (a view, or the result of an in-place operation) has 0 bytes, and
`base` is the node that owns the memory.  An operation that may or may not copy
(``reshape``) counts as a copy.  An operation with several results has no type in
torch's text: its memory is that of its results, which are the nodes after it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Iterable, Mapping, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.events import ShapeSymbol
from depyf.model.input_paths import with_input_paths
from depyf.model.shared_memory import memory_owners, with_changes
from depyf.model.sources import NO_SOURCES
from depyf.reading.numbers import is_number
from depyf.records import dataclass
from depyf.torch_text.annotations import bytes_of, short_type
from depyf.torch_text.graph import parsed_graph
from depyf.torch_text.source_lines import SourceLine, short_file

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame, Graph
    from depyf.model.sources import Sources
    from depyf.torch_text.graph_lines import Above
    from depyf.torch_text.operators import Operator

# In the file of a graph that can run, two lines precede the printed graph.
_LINES_ABOVE_PRINTED = 2


class GraphNode(NamedTuple):
    """A node of a graph; a tuple, because creating many tuples is fast.

    Attributes:
        name: the printed name of the node's value.
        kind: ``input``, ``operator`` or ``output``.
        label: the operation as it is shown.
        type: the dtype and shape, as torch prints them; empty if it does not.
        takes: the positions of the nodes whose values it takes, without parameters.
        parameters: the parameters that it takes, with their shapes.
        module: the module that it runs in, as torch writes it: ``self.layers.0.norm``.
        shown: the line of the graph's file, counted from 1.
        places: the user's lines that lead to the node, innermost last.
        bytes: the bytes of the value; 0 for a view, None if unknown.
        until: the position of the last use of the value or its views; None if unused.
        base: the position of the node that owns the value's memory.
        home: the path under which the node is drawn, for nodes that have or belong to
            nested graphs; empty for others.  No memory is counted inside nested graphs.
        body: the last step of `home` that is not a module.
    """

    name: str
    kind: str
    label: str
    type: str = ""
    takes: tuple[int, ...] = ()
    parameters: tuple[str, ...] = ()
    module: str = ""
    shown: int = 0
    places: tuple[SourceLine, ...] = ()
    bytes: int | None = None
    until: int | None = None
    base: int = 0
    home: str = ""
    body: str = ""

    @property
    def place(self) -> SourceLine | None:
        """The user's innermost line."""
        return self.places[-1] if self.places else None


@dataclass(frozen=True)
class GraphNodes:
    """A graph and its nodes."""

    graph: Graph
    nodes: tuple[GraphNode, ...]


def first_sizes(compilation: Compilation) -> dict[str, int]:
    """Return the value of each symbol in the first call, if torch recorded it."""
    symbols = compilation.facts.all(ShapeSymbol)
    return {one.symbol: int(one.value) for one in symbols if is_number(one.value)}


@once_each
def compilation_nodes(
    compilation: Compilation, frame: Frame | None = None
) -> tuple[GraphNodes, ...]:
    """Return the graphs of a compilation with their nodes.

    A graph that cannot be parsed has no nodes.

    Args:
        compilation: the compilation.
        frame: its frame, whose file may contain callers of the nodes' lines.
    """
    sizes = first_sizes(compilation)
    read = [(graph, parsed_graph(graph.text).nodes) for graph in compilation.graphs]
    places = (one.at.place for _, operators in read for one in operators)
    files = _known_files(
        [
            *((frame.file,) if frame is not None else ()),
            *compilation.sources.files,
            *(one.file for one in places if one is not None),
        ]
    )
    known = _Known(files, compilation.sources)
    graphs = (_graph(graph, found, sizes, known) for graph, found in read)
    return tuple(
        GraphNodes(one.graph, with_input_paths(one.nodes, compilation))
        for one in graphs
    )


def first_operators(frame: Frame) -> list[GraphNode]:
    """Return the operators in the graphs of a function's first entry."""
    return [
        node
        for entry in frame.entries[:1]
        for graph in compilation_nodes(entry, frame)
        for node in graph.nodes
        if node.kind == "operator"
    ]


def graph_nodes(graph: Graph, sizes: Mapping[str, int] | None = None) -> GraphNodes:
    """Return a graph with its nodes.

    Args:
        graph: a graph of any stage.
        sizes: the value of each symbol in the first call.
    """
    operators = parsed_graph(graph.text).nodes
    files = _known_files(one.at.place.file for one in operators if one.at.place)
    return _graph(graph, operators, sizes or {}, _Known(files, NO_SOURCES))


class _Known(NamedTuple):
    """The full path of each unambiguous file name, and the sources of functions."""

    files: Mapping[str, str]
    sources: Sources


def _graph(
    graph: Graph,
    operators: Sequence[Operator],
    sizes: Mapping[str, int],
    known_files: _Known,
) -> GraphNodes:
    position = {one.name: at for at, one in enumerate(operators)}
    owners = memory_owners(operators)
    operators = with_changes(operators, owners)
    bases = [position.get(owners[one.name], at) for at, one in enumerate(operators)]
    last = _last_uses(operators, position, bases)
    above = _LINES_ABOVE_PRINTED if graph.runnable else 0
    # Neighbouring nodes share the `Above` of one comment.
    known = {id(one.at): one.at for one in operators}
    places = _all_places(known.values(), known_files)
    annotations = {one.annotation for one in operators}
    types = {one: short_type(one) for one in annotations}
    bytes_by_type = {one: bytes_of(one, sizes) for one in annotations}
    nodes = tuple(
        GraphNode(
            name=one.name,
            kind=one.kind,
            label=one.label,
            type=types[one.annotation],
            takes=tuple([position[name] for name in one.arguments if name in position]),
            parameters=one.parameters,
            module=one.at.module,
            shown=one.line + above if one.line else 0,
            places=places[id(one.at)],
            bytes=bytes_by_type[one.annotation] if _has_own(one, owners) else 0,
            until=last.get(at),
            base=bases[at],
            home=one.home,
            body=one.body,
        )
        for at, one in enumerate(operators)
    )
    return GraphNodes(graph, nodes)


def _has_own(one: Operator, owners: Mapping[str, str]) -> bool:
    is_inside = "." in one.name  # of a nested graph
    is_stored = bool(one.attribute)  # a parameter, buffer or constant
    is_own = owners[one.name] == one.name
    return one.kind != "output" and is_own and not is_inside and not is_stored


def _last_uses(
    operators: Sequence[Operator], position: Mapping[str, int], bases: Sequence[int]
) -> dict[int, int]:
    last: dict[int, int] = {}
    for at, one in enumerate(operators):
        for name in one.arguments:
            if name in position:
                last[position[name]] = at
    for at in reversed(range(len(bases))):
        base = bases[at]
        if base != at:
            last[base] = max(last.get(base, at), last.get(at, at))
    return last


def _known_files(files: Iterable[str]) -> Mapping[str, str]:
    """Map each file name that is unique among the files to its full path.

    >>> _known_files(["/a/net.py", "/a/util.py", "/b/util.py"])
    {'net.py': '/a/net.py'}
    """
    paths = dict.fromkeys(files)
    names = Counter(map(short_file, paths))
    return {short_file(one): one for one in paths if names[short_file(one)] == 1}


def _all_places(
    aboves: Iterable[Above], known: _Known
) -> dict[int, tuple[SourceLine, ...]]:
    """Map the `id` of each `Above` to the lines that lead to its nodes, innermost last.

    Args:
        aboves: the comments above nodes; many share the same tuple of callers.
        known: the known files and sources; callers in other files are left out.
    """
    found: dict[int, tuple[SourceLine, ...]] = {}
    read: dict[int, tuple[SourceLine, ...]] = {}
    for above in aboves:
        lines = above.perhaps if _is_called(above, known.sources) else above.callers
        callers = read.get(id(lines))
        if callers is None:
            callers = read[id(lines)] = _in_files(lines, known.files)
        place = above.place
        found[id(above)] = () if place is None else (*callers, place)
    return found


def _is_called(above: Above, sources: Sources) -> bool:
    """Return whether the uncertain callers of a line (`Above.perhaps`) do call it.

    They do if the outermost caller is in another function of the same name.  The lines
    of further functions below have the callers that the doubtful line has.
    """
    at = above.doubtful
    if not above.perhaps or at is None:
        return False
    outermost = above.perhaps[0]
    own = sources.at(at.file, at.line, outermost.function)
    return own is not None and not (
        short_file(own.file) == outermost.file
        and own.first_line <= outermost.line <= own.last_line
    )


def _in_files(
    callers: Iterable[SourceLine], files: Mapping[str, str]
) -> tuple[SourceLine, ...]:
    places = (
        SourceLine(files[one.file], one.line) for one in callers if one.file in files
    )
    return tuple(dict.fromkeys(places))
