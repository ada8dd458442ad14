"""Find the operations and the user's lines that each kernel comes from.

Inductor records this only with `prepare_debug(..., provenance=True)`, and writes it
above the calls of Triton kernels.  For other kernels, depyf follows the buffers that
the kernel reads and writes; see `buffer_nodes`.  If they do not tell all, depyf infers
the origin: the kernel's name lists the fused operations, and the lowered graph has
nodes of these operations.  Inferred origins are marked as such.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Collection, Iterable, Iterator, Mapping, Sequence

from depyf.model.by_identity import once_each
from depyf.model.call_nodes import LIBRARY, own_of_comment
from depyf.model.launch_nodes import LaunchNodes, told_apart_by
from depyf.model.own_launches import (
    OwnLaunches,
    of_this_module,
    own_launches,
    told_apart,
)
from depyf.model.shared_memory import views_among
from depyf.model.source_places import remark
from depyf.model.stages import AFTER_POST_GRAD, BACKWARD, CAPTURED, FORWARD
from depyf.records import dataclass
from depyf.torch_text.graph import graph_inputs, parsed_graph
from depyf.torch_text.graph_lines import node_lines, node_places
from depyf.torch_text.kernel_module import kernel_module

if TYPE_CHECKING:
    from depyf.model.detail_events import KernelOrigin
    from depyf.model.events import Kernel, SourceLine
    from depyf.model.run import Compilation, Graph
    from depyf.torch_text.graph_lines import NodeLine
    from depyf.torch_text.kernel_module import KernelModule
    from depyf.torch_text.operators import Operator

RECORDED, COMMENT, INFERRED = "recorded", "comment", "inferred"
BUFFERS = "buffers"
REMARK = "  # "  # between the code of a line and the user's lines


@dataclass(frozen=True)
class Origin:
    """The origin of one kernel in a generated module, or of one of its calls.

    For some kernels, including all of a backward, torch records lines but no nodes.
    Then `nodes` are the nodes of these lines whose operation is in the kernel's name.

    Attributes:
        kernel: the kernel's name.
        nodes: the nodes of the lowered graph; see `captured`.
        places: the user's lines.
        how: how the origin is known: ``recorded``, ``comment``, ``inferred``, or
            ``buffers``: the kernel computes the nodes between those that it reads and
            those that it writes.
        nodes_inferred: whether the nodes are inferred although `how` is not.
        written: the location of the kernel in the program, if the user wrote it.
        line: the line of the kernel's call in the generated module, if it is known.
        captured: whether the nodes are those of the captured graph.
        first_only: whether only the nodes of the first of several calls are known.
    """

    kernel: str
    nodes: tuple[str, ...]
    places: tuple[SourceLine, ...]
    how: str
    nodes_inferred: bool = False
    written: SourceLine | None = None
    line: int | None = None
    captured: bool = False
    first_only: bool = False

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
    library = (one.name for one in read.calls if one.name.startswith(LIBRARY))
    launched = dict.fromkeys([*module.names, *library])
    lowered = _lowered(graphs, module)
    lines = node_lines(lowered.text) if lowered is not None else ()
    users = own_launches(read, lines)
    inputs = graph_inputs(lowered.text) if lowered is not None else {}
    earlier = _before_passes(graphs, module)
    text = lowered.text if lowered is not None else ""
    nodes = LaunchNodes(
        module,
        users.by_name,
        lines,
        inputs,
        records,
        earlier=earlier,
        text=text,
        captured=_captured_operators(graphs, module),
    )
    told = list(_recorded(graphs, records, module, users, nodes))
    recorded = [*_with_nodes(told, nodes), *_without_record(told, read, nodes)]
    named = {origin.kernel for origin in recorded}
    commented = [
        origin
        for origin in _commented(graphs, module, nodes)
        if origin.kernel not in named and origin.kernel not in users.written
    ]
    known = {*named, *(origin.kernel for origin in commented)}
    inferred = (
        origin
        for name in launched
        if name not in known
        for origin in (
            [_of_user(name, users, nodes)]
            if name in users.written
            else _inferred(name, read, nodes)
        )
    )
    return (*recorded, *commented, *inferred)


def graph_of_origin(
    graphs: Sequence[Graph], module: Kernel, origin: Origin
) -> Graph | None:
    """Return the graph that contains an origin's nodes."""
    if not origin.captured:
        return _lowered(graphs, module)
    return next(
        (g for g in graphs if g.stage == CAPTURED and g.prefix == module.prefix), None
    )


def _lowered(graphs: Sequence[Graph], module: Kernel) -> Graph | None:
    """Return the graph that a module was generated from, or its earlier stage."""
    last = BACKWARD if module.backward else FORWARD
    return _of_stage(graphs, module, AFTER_POST_GRAD) or _of_stage(graphs, module, last)


def _before_passes(graphs: Sequence[Graph], module: Kernel) -> Sequence[NodeLine]:
    """Return the nodes of the graph before the passes that lowered it."""
    graph = _of_stage(graphs, module, BACKWARD if module.backward else FORWARD)
    return node_lines(graph.text) if graph is not None else ()


def _of_stage(graphs: Sequence[Graph], module: Kernel, stage: str) -> Graph | None:
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
    nodes: LaunchNodes,
) -> Iterator[Origin]:
    """Yield the origins of one module from Inductor's records of all modules."""
    read = kernel_module(module.text)
    called = {one.record: one.line for one in read.calls if one.record}
    known = launches.operators.keys()
    others = _operators(_lowered(graphs, replace(module, backward=not module.backward)))
    of_module = [
        of_this_module(
            one, nodes.by_buffers.get(called.get(one.kernel, 0)), known, others
        )
        for one in origins
        if read.mentions(one.kernel)
        and not (one.nodes and known and known.isdisjoint(one.nodes))
    ]
    for origin in told_apart(of_module, launches):
        name = origin.kernel.partition(":")[0]
        line = called.get(origin.kernel)
        call = nodes.calls.get(line or 0)
        own = origin.nodes
        if call is not None and (call.node in own or not own):
            own = (call.node,)
        if origin.nodes:  # torch does not record all copies
            own = nodes.without_later(dict.fromkeys([*own, *nodes.copied(line)]), line)
        own = nodes.without_constants(nodes.possible(own, line))
        # Records may come from a cache of another run, so lines in the graphs go first.
        # The lines of a call without nodes are also those of the values that it reads.
        is_known = origin.nodes or (call is not None and call.is_sure)
        found = nodes.places_of_launch(own, line) if is_known else ()
        if not found:
            lines = (replace(one, function="") for one in origin.user_lines)
            found = tuple(
                dict.fromkeys(own_places(lines, node_places(_captured(graphs, module))))
            )
        yield Origin(
            name,
            own,
            found,
            RECORDED,
            nodes_inferred=call is not None and not (call.is_sure or origin.nodes),
            written=launches.written.get(name),
            line=line,
        )


def _operators(graph: Graph | None) -> Collection[str]:
    """Return the names of the operations of a graph."""
    return {one.name for one in node_lines(graph.text)} if graph is not None else ()


def _with_nodes(recorded: Sequence[Origin], nodes: LaunchNodes) -> Iterator[Origin]:
    """Yield the recorded origins, with inferred nodes where torch recorded none."""
    named = {origin.kernel for origin in recorded if origin.nodes}
    calls: dict[str, list[Origin]] = {}
    for origin in recorded:
        calls.setdefault(origin.kernel, []).append(origin)
    for kernel, each in calls.items():
        sure = [nodes.by_buffers.get(one.line or 0) for one in each]
        if kernel not in named and all(sure):
            for origin, known in zip(each, sure):
                yield _of_buffers(origin, known or (), nodes)
            continue
        guessed = [nodes.launched(kernel, one.line, one.places) for one in each]
        is_apart = told_apart_by(guessed)
        for origin, own in zip(each, guessed):
            if kernel in named:
                yield origin
                continue
            found = own if is_apart else guessed[0]
            yield replace(
                origin,
                nodes=found,
                places=nodes.lines_of_launch(origin.places, origin.line),
                nodes_inferred=bool(found),
                first_only=bool(found) and not is_apart,
            )


def _of_buffers(origin: Origin, own: Sequence[str], nodes: LaunchNodes) -> Origin:
    """Return an origin with nodes that were found from the buffers of its launch."""
    found = nodes.without_constants(own)
    places = nodes.places_of_launch(found, origin.line)
    return replace(origin, nodes=found, places=places, how=BUFFERS)


def _without_record(
    recorded: Sequence[Origin], read: KernelModule, nodes: LaunchNodes
) -> Iterator[Origin]:
    """Yield origins of calls without a record, if other calls of the kernel have one.

    Torch keeps one record of a name, and the forward may have used it.
    """
    known = {one.line for one in recorded}
    kernels = {one.kernel for one in recorded}
    for call in read.calls:
        if call.name in kernels and call.line not in known and nodes.is_sure(call.line):
            own = (nodes.calls[call.line].node,)
            yield Origin(call.name, own, nodes.places_of(own), RECORDED, line=call.line)


def _commented(
    graphs: Sequence[Graph], module: Kernel, nodes: LaunchNodes
) -> Iterator[Origin]:
    """Yield the origins in the comments above the module's calls."""
    text = _captured(graphs, module)
    places, views = node_places(text), views_among(parsed_graph(text).operators)
    calls = [one for one in kernel_module(module.text).calls if one.nodes is not None]
    unsure = {one.name for one in calls if not nodes.is_sure(one.line)}
    for call in calls:
        if module.backward and call.name not in unsure:
            own: tuple[str, ...] = (nodes.calls[call.line].node,)
            lines, captured = nodes.places_of(own), False
        else:
            node = nodes.calls.get(call.line)
            of_node = nodes.places_of([node.node] if node is not None else [])
            own = own_of_comment(call, places, of_node, views)
            found = dict.fromkeys(places[one] for one in own if one in places)
            lines, captured = tuple(found), True
        origin = Origin(call.name, own, lines, COMMENT, captured=captured)
        yield replace(origin, line=call.line)


def _captured(graphs: Sequence[Graph], module: Kernel) -> str:
    """Return the text of the captured graph; empty if there is none."""
    graph = graph_of_origin(graphs, module, Origin("", (), (), COMMENT, captured=True))
    return graph.text if graph is not None else ""


def _captured_operators(graphs: Sequence[Graph], module: Kernel) -> Sequence[Operator]:
    """Return the nodes of the captured graph; none for a backward."""
    text = "" if module.backward else _captured(graphs, module)
    return parsed_graph(text).operators if text else ()


def _of_user(name: str, users: OwnLaunches, nodes: LaunchNodes) -> Origin:
    """Return the inferred origin of a kernel that the user wrote."""
    own = users.node_in_order(name)
    written = users.written[name]
    return Origin(name, own, nodes.places_of(own), INFERRED, written=written)


def _inferred(name: str, read: KernelModule, nodes: LaunchNodes) -> list[Origin]:
    """Infer the origins of a kernel from its name and the order of the calls.

    If its calls can be told apart, each has an origin.
    """
    lines = [one.line for one in read.calls if one.name == name]
    sure = [nodes.by_buffers.get(line) for line in lines]
    if lines and all(sure):
        known = (Origin(name, (), (), BUFFERS, line=line) for line in lines)
        return [_of_buffers(one, own or (), nodes) for one, own in zip(known, sure)]
    each = [
        tuple(own) if own else nodes.launched(name, line)
        for own, line in zip(sure, lines)
    ]
    if len(lines) < 2 or not told_apart_by(each):
        own = each[0] if each else nodes.launched(name, None)
        first_only = len(lines) > 1
        found = Origin(name, own, nodes.places_of(own), INFERRED, first_only=first_only)
        return [found]
    return [
        Origin(name, own, nodes.places_of(own), INFERRED, line=line)
        for line, own in zip(lines, each)
    ]


def own_places(
    places: Iterable[SourceLine], captured: Mapping[str, SourceLine]
) -> Iterator[SourceLine]:
    """Map recorded locations to lines of this run, by location or source text.

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
        origins: the origins of its kernels.  Those of one name without the line of
            their call are in the order of the calls.
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
        own = [one for one in known if one.line == call.line]
        if not own and len(known) in (1, calls[call.name]):
            own = [known[seen[call.name] if len(known) > 1 else 0]]
            own = [one for one in own if one.line is None or len(known) == 1]
        for one in own[:1]:
            lines[call.line - 1] += _remark(one)
        seen[call.name] += 1
    return "\n".join(lines)


def _remark(origin: Origin) -> str:
    if not origin.places:
        return ""
    return (
        f"{REMARK}{remark(origin.places)}{f' ({origin.doubt})' if origin.doubt else ''}"
    )
