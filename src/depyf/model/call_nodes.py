"""Find the nodes of the calls in a generated module, and the nodes between the calls.

A call of a library function or of an operator computes exactly one node of the lowered
graph.  Torch names it in the comment above the call or in its record, but together with
nodes whose results the call only reads.  So only nodes of the called operator count.

Fused kernels are launched roughly in the order of the graph.  A kernel that is launched
between two such calls comes from nodes between their nodes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import (
    TYPE_CHECKING,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Sequence,
)

from depyf.model.shared_memory import VIEWS

if TYPE_CHECKING:
    from depyf.torch_text.graph_lines import NodeLine
    from depyf.torch_text.kernel_module import KernelCall, KernelModule
    from depyf.torch_text.source_lines import SourceLine

LIBRARY = "extern_kernels."
_OPERATOR = "torch.ops."
_WITH_BIAS = "bias_"  # Inductor's own variant of a function: `bias_addmm`
NO_COPY = VIEWS | {"reshape"}  # `reshape` copies in some cases


class CallNode(NamedTuple):
    """The node of a call; `is_sure` is false if the node was matched only by order."""

    node: str
    is_sure: bool


def nodes_of_calls(
    module: KernelModule,
    lines: Sequence[NodeLine],
    given: GivenInputs,
    recorded: Mapping[str, Sequence[str]],
    *,
    backward: bool,
) -> dict[int, CallNode]:
    """Map the line of each call of a library function or operator to its node.

    Args:
        module: the generated module.
        lines: the nodes of its lowered graph.
        given: tells the inputs of the graph that nodes and calls read.
        recorded: the nodes that torch recorded, by the name of the record.
        backward: whether the module is a backward.
    """
    operators: dict[str, list[NodeLine]] = {}
    for one in lines:
        if one.operator and not one.nested:
            operators.setdefault(packet_of(one.operator), []).append(one)
    by_packet: dict[str, list[KernelCall]] = {}
    for call in module.calls:
        packet = called_operator(call.name)
        if packet in operators:
            by_packet.setdefault(packet, []).append(call)
    found: dict[int, CallNode] = {}
    for packet, calls in by_packet.items():
        pool = {one.name: given.of_node(one) for one in operators[packet]}
        told = {
            call.line: named
            for call in calls
            for named in _named(call, pool, recorded, given, backward=backward)
        }
        found.update(_matched(calls, pool, told, given))
    return found


def called_operator(name: str) -> str:
    """Return the operator that a call computes; empty for a fused kernel.

    >>> called_operator("extern_kernels.bias_addmm")
    'aten.addmm'
    >>> called_operator("torch.ops.aten.sort.stable")
    'aten.sort'
    """
    if name.startswith(_OPERATOR):
        return packet_of(name[len(_OPERATOR) :])
    if not name.startswith(LIBRARY):
        return ""
    function = name[len(LIBRARY) :]
    if function.startswith(_WITH_BIAS):
        function = function[len(_WITH_BIAS) :]
    return f"aten.{function}"


def own_of_comment(
    call: KernelCall,
    places: Mapping[str, SourceLine],
    lines: Sequence[SourceLine],
    views: Collection[str],
) -> tuple[str, ...]:
    """Return the nodes in the comment above a call that the call itself computes.

    The comment names the producers of its arguments, too: a library function computes
    none of them.  If the names are in order, its own is the last that is no view, as
    ``w.T`` in ``x @ w.T`` is one.

    Args:
        call: the call.
        places: the line of each captured node.
        lines: the lines of the lowered node that the call computes.
        views: the captured nodes that are views.
    """
    named = tuple(call.nodes or ())
    if not called_operator(call.name):
        return named
    near = tuple(one for one in named if places.get(one) in lines)
    near = tuple(one for one in near if one not in views) or near
    if not call.in_order:
        return near or named
    last = {places[one]: one for one in near}  # of each line that the node comes from
    return tuple(last.values()) or named[-1:]


def packet_of(operator: str) -> str:
    """Return an operator without its overload."""
    return ".".join(operator.split(".")[:2])


class GivenInputs:
    """Tells which inputs of the graph a node reads, itself or through views.

    Attributes:
        inputs: the names of the graph's inputs.
    """

    def __init__(self, lines: Sequence[NodeLine], inputs: Collection[str]) -> None:
        self._lines = {one.name: one for one in lines}
        self.inputs = frozenset(inputs)

    def of_node(self, node: NodeLine) -> frozenset[str]:
        """Return the inputs that a node reads."""
        return self.inputs.intersection(map(self.base, node.takes))

    def of_call(self, call: KernelCall) -> frozenset[str]:
        """Return the inputs in the arguments of a call."""
        return self.inputs & call.names

    def is_among(self, name: str, others: Sequence[str]) -> bool:
        """Return whether `others` contains every computed value that a node reads."""
        read = [one for one in self._lines[name].takes if one in self._lines]
        return bool(read) and all(one in others for one in read)

    def base(self, name: str) -> str:
        """Return the node that a view is taken from; for others, the name itself."""
        one = self._lines.get(name)
        while one is not None and _operation(one) in NO_COPY and one.takes:
            name = one.takes[0]
            one = self._lines.get(name)
        return name


def _operation(one: NodeLine) -> str:
    return one.operator.split(".")[1] if "." in one.operator else ""


def _named(
    call: KernelCall,
    pool: Collection[str],
    recorded: Mapping[str, Sequence[str]],
    given: GivenInputs,
    *,
    backward: bool,
) -> Iterator[str]:
    """Yield the node that torch names for a call, if it names one.

    Above calls of a backward, torch writes lowered nodes in the order of the graph: the
    producers of the arguments, then the call's own, or a view of it.  Above others, it
    writes captured nodes, whose names may be those of other lowered nodes.
    """
    known = [one for one in recorded.get(call.record, ()) if one in pool]
    written = call.nodes or () if backward and call.in_order else ()
    if len(known) == 1:
        yield known[0]
    else:
        own = [one for one in map(given.base, written) if one in pool][-1:]
        # Passes may have replaced a result by a view that the graph has no longer.
        fits = [] if own else [one for one in pool if given.is_among(one, written)]
        yield from own or (fits if len(fits) == 1 else [])


def _matched(
    calls: Sequence[KernelCall],
    pool: Mapping[str, frozenset[str]],
    told: Mapping[int, str],
    given: GivenInputs,
) -> dict[int, CallNode]:
    """Match the calls of one operator with the nodes of this operator.

    Args:
        calls: the calls.
        pool: the nodes of the operator, with the inputs of the graph that they read.
        told: the nodes that torch names, by the line of the call.
        given: tells the inputs in a call's arguments.
    """
    found = _once(told)
    left = {name: own for name, own in pool.items() if name not in found.values()}
    fits: dict[int, str] = {}
    for call in calls:
        read = given.of_call(call) if call.line not in found else ()
        named = [name for name, own in left.items() if read and own.issuperset(read)]
        if len(named) == 1:
            fits[call.line] = named[0]
    found.update(_once(fits))
    sure = {line: CallNode(name, is_sure=True) for line, name in found.items()}
    rest = [call.line for call in calls if call.line not in found]
    free = [name for name in pool if name not in found.values()]
    if len(rest) != len(free):
        return sure
    is_only = len(rest) == 1  # of one call and one node, no order is to be guessed
    ordered = zip(rest, free)
    return {**sure, **{line: CallNode(name, is_only) for line, name in ordered}}


def _once(nodes: Mapping[int, str]) -> dict[int, str]:
    """Return the calls whose node no other call has."""
    times = Counter(nodes.values())
    return {line: name for line, name in nodes.items() if times[name] == 1}


def spans_of_launches(
    module: KernelModule,
    kernels: Collection[str],
    anchors: Mapping[int, int],
    nodes: int,
) -> dict[int, tuple[int, int]]:
    """Return the positions of the two nodes between which each launch happens.

    Args:
        module: the generated module.
        kernels: the names of the fused kernels.
        anchors: the position of the node of a call, by the call's line.
        nodes: the number of nodes.

    Returns:
        The positions, by the line of the launch.
    """
    calls = [one.line for one in module.calls]
    known = _ascending([(line, anchors[line]) for line in calls if line in anchors])
    spans: dict[int, tuple[int, int]] = {}
    before = -1
    ahead = [*known.values(), nodes]
    for one in module.calls:
        if one.line in known:
            before = known[one.line]
            ahead.pop(0)
        elif one.name in kernels:
            spans[one.line] = (before, ahead[0])
    return spans


def _ascending(calls: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the longest series of calls whose nodes are in the order of the graph.

    >>> _ascending([(10, 1), (11, 7), (12, 2), (13, 3)])
    {10: 1, 12: 2, 13: 3}
    """
    tails: list[int] = []  # the smallest last position of a series, by its length
    length: list[tuple[int, int, int]] = []
    for line, position in calls:
        at = bisect_left(tails, position)
        tails[at : at + 1] = [position]
        length.append((at, line, position))
    found: dict[int, int] = {}
    wanted, below = len(tails) - 1, float("inf")
    for at, line, position in reversed(length):
        if at == wanted and position < below:
            found[line] = position
            wanted, below = wanted - 1, position
    return dict(reversed([*found.items()]))
