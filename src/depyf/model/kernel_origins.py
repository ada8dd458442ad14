"""Find the operations and the user's lines that each kernel comes from.

Inductor records this only with `prepare_debug(..., provenance=True)`, and writes it
above the calls of Triton kernels.  For other kernels, depyf infers it: the kernel's
name lists the fused operations, and the lowered graph has nodes of these operations.
Inferred origins are marked as such.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Container, Iterable, Iterator, Mapping, Sequence

from depyf.model.by_identity import once_each
from depyf.model.own_launches import OwnLaunches, own_launches, told_apart
from depyf.model.source_places import remark
from depyf.model.stages import AFTER_POST_GRAD, BACKWARD, CAPTURED, FORWARD
from depyf.records import dataclass
from depyf.torch_text.graph_lines import node_lines, node_places
from depyf.torch_text.kernel_module import fused_operations, kernel_module

if TYPE_CHECKING:
    from depyf.model.detail_events import KernelOrigin
    from depyf.model.events import Kernel, SourceLine
    from depyf.model.run import Compilation, Graph
    from depyf.torch_text.graph_lines import NodeLine
    from depyf.torch_text.kernel_module import KernelModule

RECORDED, COMMENT, INFERRED = "recorded", "comment", "inferred"
_LIBRARY = "extern_kernels."
_SHORT_SPAN = 30  # nodes


@dataclass(frozen=True)
class Origin:
    """The origin of one kernel in a generated module.

    For some kernels, including all of a backward, torch records lines but no nodes.
    Then `nodes` are the nodes of these lines whose operation is in the kernel's name.

    Attributes:
        kernel: the kernel's name.
        nodes: the nodes of the lowered graph, or of the captured graph if `how` is
            ``comment``.
        places: the user's lines.
        how: how the origin is known: ``recorded``, ``comment`` or ``inferred``.
        nodes_inferred: whether torch recorded lines only.
        written: the location of the kernel in the program, if the user wrote it.
        line: the line of the kernel's call in the generated module, if it is known.
    """

    kernel: str
    nodes: tuple[str, ...]
    places: tuple[SourceLine, ...]
    how: str
    nodes_inferred: bool = False
    written: SourceLine | None = None
    line: int | None = None

    @property
    def doubt(self) -> str:
        """Why the origin is uncertain; empty if it is certain."""
        if self.how != INFERRED:
            return ""
        return f"inferred from {'the order of calls' if self.written else 'its name'}"


@once_each
def origins_of(compilation: Compilation, module: Kernel) -> tuple[Origin, ...]:
    """Return the origin of each kernel and library call of a generated module."""
    return origins_among(compilation.graphs, compilation.origins, module)


def origins_among(
    graphs: Sequence[Graph], records: Sequence[KernelOrigin], module: Kernel
) -> tuple[Origin, ...]:
    """Return the origin of each kernel of a module, in the order of the calls.

    Args:
        graphs: the known graphs of the compilation.
        records: the origins that Inductor recorded.
        module: the module that Inductor generated.
    """
    read = kernel_module(module.text)
    library = (one.name for one in read.calls if one.name.startswith(_LIBRARY))
    launched = dict.fromkeys([*module.names, *library])
    lowered = _lowered(graphs, module)
    lines = node_lines(lowered.text) if lowered is not None else ()
    users = own_launches(read, lines)
    nodes = _Nodes(lines, users.by_name)
    spans = _spans(module.names, read, nodes)
    told = list(_recorded(graphs, records, module, users, nodes.places))
    recorded = list(_with_nodes(told, nodes, spans))
    named = {origin.kernel for origin in recorded}
    commented = [
        origin
        for origin in _commented(graphs, module)
        if origin.kernel not in named and origin.kernel not in users.written
    ]
    known = {*named, *(origin.kernel for origin in commented)}
    inferred = (
        _of_user(name, users, nodes)
        if name in users.written
        else _inferred(name, nodes, spans.get(name))
        for name in launched
        if name not in known
    )
    return (*recorded, *commented, *inferred)


def graph_of_origin(
    graphs: Sequence[Graph], module: Kernel, origin: Origin
) -> Graph | None:
    """Return the graph that contains an origin's nodes."""
    if origin.how != COMMENT:
        return _lowered(graphs, module)
    return next(
        (g for g in graphs if g.stage == CAPTURED and g.prefix == module.prefix), None
    )


def _lowered(graphs: Sequence[Graph], module: Kernel) -> Graph | None:
    """Return the graph that a module was generated from, or its earlier stage."""
    last = BACKWARD if module.backward else FORWARD
    for stage in (AFTER_POST_GRAD, last):
        for graph in graphs:
            same = graph.prefix == module.prefix and graph.backward == module.backward
            if same and graph.stage == stage:
                return graph
    return None


def _recorded(
    graphs: Sequence[Graph],
    origins: Sequence[KernelOrigin],
    module: Kernel,
    launches: OwnLaunches,
    places: Mapping[str, SourceLine],
) -> Iterator[Origin]:
    """Yield the origins of one module from Inductor's records of all modules."""
    read = kernel_module(module.text)
    called = {one.record: one.line for one in read.calls if one.record}
    # Forward and backward both number their kernels from 1, so a record of the same
    # name may belong to the other one.
    known = launches.operators.keys()
    of_module = [
        origin
        for origin in origins
        if read.mentions(origin.kernel)
        and not (origin.nodes and known and known.isdisjoint(origin.nodes))
    ]
    for origin in told_apart(of_module, launches):
        name = origin.kernel.partition(":")[0]
        # Records may come from a cache of another run, so lines in the graphs go first.
        found = dict.fromkeys(places[n] for n in origin.nodes if n in places)
        if not found:
            lines = (replace(one, function="") for one in origin.user_lines)
            found = dict.fromkeys(own_places(lines, _captured(graphs, module)))
        written = launches.written.get(name)
        line = called.get(origin.kernel)
        yield Origin(
            name, origin.nodes, tuple(found), RECORDED, written=written, line=line
        )


def _with_nodes(
    recorded: Sequence[Origin], lowered: _Nodes, spans: Mapping[str, tuple[int, int]]
) -> Iterator[Origin]:
    """Yield the recorded origins, with inferred nodes where torch recorded none."""
    named = {origin.kernel for origin in recorded if origin.nodes}
    for origin in recorded:
        if origin.kernel in named:
            yield origin
            continue
        guess = _inferred(origin.kernel, lowered, spans.get(origin.kernel))
        lines = {(one.file, one.line) for one in origin.places}
        places = lowered.places
        nodes = tuple(
            node
            for node in guess.nodes
            if node in places and (places[node].file, places[node].line) in lines
        )
        yield replace(origin, nodes=nodes, nodes_inferred=bool(nodes))


def _commented(graphs: Sequence[Graph], module: Kernel) -> Iterator[Origin]:
    """Yield the origins in the comments above the module's calls."""
    places = _captured(graphs, module)
    for call in kernel_module(module.text).calls:
        if call.nodes is not None:
            lines = dict.fromkeys(places[one] for one in call.nodes if one in places)
            origin = Origin(call.name, call.nodes, tuple(lines), COMMENT)
            yield replace(origin, line=call.line)


class _Nodes:
    """The nodes of a printed graph: their names, operations and user lines.

    Nodes whose operator the module calls by name are left out of `operations`, because
    no generated kernel contains them.
    """

    def __init__(self, lines: Sequence[NodeLine], by_name: Container[str]) -> None:
        places = {one.name: one.above.place for one in lines}
        self.places = {name: place for name, place in places.items() if place}
        self.operations = [
            (one.name, f"_{one.operator.split('.')[1].strip('_')}_")
            for one in lines
            if one.operator and one.name not in by_name
        ]

    def positions(self, operation: str) -> list[int]:
        """Return the indices of an operation's nodes in the graph."""
        wanted = f"_{operation}_"
        return [at for at, (_, one) in enumerate(self.operations) if one == wanted]


def _captured(graphs: Sequence[Graph], module: Kernel) -> Mapping[str, SourceLine]:
    """Return the user's line of each node in the captured graph."""
    commented = Origin("", (), (), COMMENT)
    captured = graph_of_origin(graphs, module, commented)
    return node_places(captured.text) if captured is not None else {}


def _spans(
    names: Sequence[str], module: KernelModule, nodes: _Nodes
) -> dict[str, tuple[int, int]]:
    """Return the positions of the two nodes between which each kernel is launched.

    Kernels run roughly in the order of the graph.  The k-th call of a library function
    is the k-th node of its operation.  A kernel that is launched between two such calls
    comes from nodes between these two.
    """
    kernels = {*names}
    calls = [
        one.name
        for one in module.calls
        if one.name.startswith(_LIBRARY) or one.name in kernels
    ]
    places: list[int | None] = [None] * len(calls)
    for library in {name for name in calls if name.startswith(_LIBRARY)}:
        at = [index for index, name in enumerate(calls) if name == library]
        positions = nodes.positions(library.rpartition(".")[2])
        if len(at) == len(positions):
            for index, position in zip(at, positions):
                places[index] = position
    spans: dict[str, tuple[int, int]] = {}
    for index, name in enumerate(calls):
        if name in kernels and name not in spans:
            before = [place for place in places[:index] if place is not None]
            after = [place for place in places[index:] if place is not None]
            end = min(after, default=len(nodes.operations))
            spans[name] = (max(before, default=-1), end)
    return spans


def _of_user(name: str, users: OwnLaunches, lowered: _Nodes) -> Origin:
    """Return the inferred origin of a kernel that the user wrote."""
    nodes = users.node_in_order(name)
    places = dict.fromkeys(lowered.places[n] for n in nodes if n in lowered.places)
    return Origin(name, nodes, tuple(places), INFERRED, written=users.written[name])


def _inferred(name: str, lowered: _Nodes, span: tuple[int, int] | None) -> Origin:
    """Infer the origin of a kernel: the nodes whose operations its name mentions.

    Nodes in the span where the kernel is launched are preferred.  A decomposed
    operation (``gelu``) has no node in the graph.  Then all nodes of the span count, if
    the span is short.
    """
    fused = fused_operations(name)
    mentioned = f"_{fused or name.rpartition('.')[2]}_"
    found = [
        (at, node)
        for at, (node, operation) in enumerate(lowered.operations)
        if operation in mentioned
    ]
    start, end = span or (-1, len(lowered.operations))
    within = [node for at, node in found if start < at < end]
    nodes = within or [node for _, node in found]
    if not nodes and fused and span and end - start <= _SHORT_SPAN:
        nodes = [node for node, _ in lowered.operations[start + 1 : end]]
    places = lowered.places
    lines = dict.fromkeys(places[node] for node in nodes if node in places)
    return Origin(name, tuple(nodes), tuple(lines), INFERRED)


def own_places(
    places: Iterable[SourceLine], captured: Mapping[str, SourceLine]
) -> Iterator[SourceLine]:
    """Yield the recorded locations that this run captured, or lines of the same source.

    Args:
        places: the locations in a record of torch's, which may come from a cache.
        captured: the location of each node of the captured graph.
    """
    own = dict.fromkeys(captured.values())
    for place in places:
        here = [one for one in own if one.text and one.text == place.text]
        if place in own or not own:
            yield place
        elif len(here) == 1:
            yield here[0]


def with_user_lines(module: Kernel, origins: Sequence[Origin]) -> str:
    """Return a module's source with the user's lines beside the calls of its kernels.

    Only comments at the ends of lines are added, so line numbers do not change.

    Args:
        module: the module that Inductor generated.
        origins: the origins of its kernels; those of one name in the order of calls.
    """
    read = kernel_module(module.text)
    lines = module.text.split("\n")
    whole = [one for one in read.calls if one.ends]
    calls = Counter(one.name for one in whole)
    of_kernel: dict[str, list[Origin]] = {}
    for origin in origins:
        of_kernel.setdefault(origin.kernel, []).append(origin)
    seen: Counter[str] = Counter()
    for call in whole:
        known = of_kernel.get(call.name, [])
        if len(known) in (1, calls[call.name]):
            own = known[seen[call.name] if len(known) > 1 else 0]
            lines[call.line - 1] += _remark(own)
        seen[call.name] += 1
    return "\n".join(lines)


def _remark(origin: Origin) -> str:
    if not origin.places:
        return ""
    return f"  # {remark(origin.places)}{f' ({origin.doubt})' if origin.doubt else ''}"
