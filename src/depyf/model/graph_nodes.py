"""The nodes of a graph with what a reader asks of each: who uses it, where, how large.

Bytes are those of the value at the sizes of the first call.  A value that shares the
memory of another (`VIEWS`, operations in place) has none of its own: its bytes are 0,
and `base` says whose memory it is.  What may copy or not (``reshape``) counts as a
copy.  An operation with several results has no type in torch's text; its memory is
that of the results, which stand behind it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Mapping, NamedTuple, Sequence

from depyf.model.events import ShapeSymbol
from depyf.model.graph_bodies import operators_with_bodies
from depyf.model.graph_operations import SUBSCRIPT
from depyf.model.graph_places import all_places, known_files
from depyf.model.saved_tensors import bytes_of
from depyf.model.size_expressions import first_sizes

if TYPE_CHECKING:
    from depyf.model.operators import Operator
    from depyf.model.run import Compilation, Frame, Graph
    from depyf.model.source_places import SourcePlace

# Operations whose result is memory of their first argument: ``Tensor(a)`` in torch's
# own signatures, and `_unsafe_view`, of which they do not say so.
_NAMES_OF_VIEWS = (
    "H T alias as_strided chunk detach diagonal expand expand_as mH mT movedim narrow "
    "permute select slice split split_with_sizes squeeze swapaxes swapdims t "
    "tensor_split transpose unbind unfold unsqueeze view view_as view_as_complex "
    "view_as_real _reshape_alias _unsafe_view"
)
VIEWS = frozenset(_NAMES_OF_VIEWS.split())
_TYPE = re.compile(r"^[a-z]\w*\[[^\]]*\]|^Sym\(.*\)$")
# Above the text of a graph that runs, its printed form stands below a line and another.
_LINES_ABOVE_PRINTED = 2


class GraphNode(NamedTuple):
    """A node of a graph; a tuple, of which many are made quickly.

    Attributes:
        name: of the value it makes, as printed.
        kind: ``input``, ``operator`` or ``output``.
        label: what is done.
        type: dtype and shape as torch prints them; empty where it does not.
        takes: the positions of the values it takes, but for parameters.
        parameters: those it takes, with their shapes.
        module: that it runs in, as torch writes it: ``self.layers.0.norm``.
        shown: the line of the graph's file, from 1.
        places: the user's lines, innermost last.
        bytes: of the value; 0 for a view, None where not known.
        until: the position of the last use, of its views too; None if there is none.
        base: the position of the node whose memory the value is.
        home: as `module`, where it is drawn if elsewhere: in a nested graph, of whose
            values no memory is counted.
        body: of that the last step which is no module.
    """

    name: str
    kind: str
    label: str
    type: str = ""
    takes: tuple[int, ...] = ()
    parameters: tuple[str, ...] = ()
    module: str = ""
    shown: int = 0
    places: tuple[SourcePlace, ...] = ()
    bytes: int | None = None
    until: int | None = None
    base: int = 0
    home: str = ""
    body: str = ""

    @property
    def place(self) -> SourcePlace | None:
        """Return the innermost of the user's lines."""
        return self.places[-1] if self.places else None


@dataclass(frozen=True)
class GraphNodes:
    """One graph read."""

    graph: Graph
    nodes: tuple[GraphNode, ...]


def compilation_nodes(
    compilation: Compilation, frame: Frame | None = None
) -> tuple[GraphNodes, ...]:
    """Return the graphs of a compilation; without nodes where a text is no Python.

    Args:
        compilation: that has them.
        frame: that was compiled; its file may be among the callers.
    """
    sizes = first_sizes(compilation.facts.all(ShapeSymbol))
    # A stage that changes nothing has the text of the one before.
    texts = {graph.text for graph in compilation.graphs}
    known = {text: operators_with_bodies(text) for text in texts}
    read = [(graph, known[graph.text]) for graph in compilation.graphs]
    places = (one.at.place for _, operators in read for one in operators)
    files = known_files(
        [
            *((frame.file,) if frame is not None else ()),
            *(one.file for one in compilation.sources),
            *(one.file for one in places if one is not None),
        ]
    )
    return tuple(_graph(graph, found, sizes, files) for graph, found in read)


def graph_nodes(graph: Graph, sizes: Mapping[str, int] | None = None) -> GraphNodes:
    """Return the nodes of one graph.

    Args:
        graph: at any stage.
        sizes: of the first call, by symbol.
    """
    operators = operators_with_bodies(graph.text)
    files = known_files(one.at.place.file for one in operators if one.at.place)
    return _graph(graph, operators, sizes or {}, files)


def _graph(
    graph: Graph,
    operators: Sequence[Operator],
    sizes: Mapping[str, int],
    files: Mapping[str, str],
) -> GraphNodes:
    position = {one.name: at for at, one in enumerate(operators)}
    bases = _bases(operators, position)
    last = _last_uses(operators, position, bases)
    above = _LINES_ABOVE_PRINTED if graph.runnable else 0
    # Neighbours stand below one comment.
    known = {id(one.at): one.at for one in operators}
    places = all_places(known.values(), files)
    annotations = {one.annotation for one in operators}
    types = {one: short_type(one) for one in annotations}
    bytes_by_type = {one: _bytes(one, sizes) for one in annotations}
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
            bytes=bytes_by_type[one.annotation] if _has_own(one, at, bases) else 0,
            until=last.get(at),
            base=bases[at],
            home=one.home,
            body=one.body,
        )
        for at, one in enumerate(operators)
    )
    return GraphNodes(graph, nodes)


def short_type(annotation: str) -> str:
    """Return what torch says of a value, without strides and device.

    >>> short_type("f32[4, 8][8, 1]cuda:0"), short_type("Sym(s77)")
    ('f32[4, 8]', 'Sym(s77)')
    """
    found = _TYPE.match(annotation)
    return found.group() if found is not None else ""


def _bytes(annotation: str, sizes: Mapping[str, int]) -> int | None:
    if annotation.startswith("Sym("):
        return 0  # a number of the program that calls
    return bytes_of(annotation, sizes)


def _has_own(one: Operator, at: int, bases: Sequence[int]) -> bool:
    is_inside = "." in one.name  # of a nested graph
    return one.kind != "output" and bases[at] == at and not is_inside


def _bases(operators: Sequence[Operator], position: Mapping[str, int]) -> list[int]:
    """Return for each node the position of the one whose memory it is."""
    bases: list[int] = []
    for at, one in enumerate(operators):
        first = position.get(one.arguments[0]) if one.arguments else None
        shares = first is not None and first < at and _shares(one, operators[first])
        bases.append(bases[first] if shares and first is not None else at)
    return bases


def _shares(one: Operator, first: Operator) -> bool:
    """Return whether a node's value is memory of the first that it takes."""
    name = one.operation
    if name == SUBSCRIPT:
        # One of several results, or a part of a tensor; an index that is a tensor
        # itself makes a copy.
        several = not first.annotation and first.kind == "operator"
        return len(one.arguments) == 1 and (not several or first.operation in VIEWS)
    return name in VIEWS or (name.endswith("_") and not name.endswith("__"))


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
