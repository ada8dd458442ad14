"""Find the captured operation that each lowered node was made from.

Torch keeps the user's line of a node, and in new versions its module.  Several
operations may share both: `h + silu(x)`.  Each execution of the line gives one group of
neighbouring nodes in each graph, in the same order.  Within two such groups, operations
that are lowered one to one are matched by their kind.  The nodes between them belong to
the operations between them.

If several operations remain, all of them are named: only their line is known.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import (
    TYPE_CHECKING,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Sequence,
    Tuple,
)

from depyf.model.by_identity import once_each
from depyf.model.gradient_nodes import (
    CONVOLUTION,
    GradientNodes,
    kind_of_gradient,
    node_kind,
)
from depyf.model.graph_nodes import compilation_nodes
from depyf.model.joint_order import in_order
from depyf.model.lowered_modules import captured_modules, lowered_modules
from depyf.model.stages import CAPTURED, JOINT, LOWERED
from depyf.torch_text.operation_kinds import changes_input

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode, GraphNodes
    from depyf.model.run import Compilation, Frame

Sources = Mapping[str, Tuple[str, ...]]  # from a lowered node to captured operations
_Nodes = Sequence["GraphNode"]
_Key = Tuple[str, int, str]  # file, line, module
_Groups = Dict[_Key, List["List[GraphNode]"]]
_Found = Dict[str, Tuple[str, ...]]


@once_each
def sources_of_lowered(
    compilation: Compilation, frame: Frame
) -> dict[tuple[str, bool], Sources]:
    """Return the captured operations of lowered nodes, by prefix and direction.

    A node whose sources have one name was made from that operation.  If there are
    several names, it was made from some of them.  Nodes that no operation fits are
    missing.

    Args:
        compilation: the compilation that has the graphs.
        frame: the frame of the compilation.
    """
    graphs = compilation_nodes(compilation, frame)
    inside = captured_modules(compilation, frame)
    lowered = lowered_modules(compilation, frame)
    found: dict[tuple[str, bool], Sources] = {}
    for one in graphs:
        if one.graph.stage != CAPTURED:
            continue
        prefix = one.graph.prefix
        own = [each for each in graphs if each.graph.prefix == prefix]
        ahead = _Direction(one.nodes, inside[prefix], lowered[prefix, False])
        behind = _Direction(one.nodes, inside[prefix], lowered[prefix, True])
        forward = ahead.in_order(in_order(own).ahead)
        # Forward values that the backward computes again keep their names.
        told = GradientNodes(
            one.nodes, [each for each in own if each.graph.backward], forward
        )
        gradients = behind.pooled(_rest(own, forward, _BEHIND), told)
        forward.update(ahead.pooled(_rest(own, forward, _AHEAD)))
        # The joint graph has the nodes of both directions.
        known = {**gradients, **forward}
        known.update(ahead.pooled(_rest(own, known, _JOINED)))
        found[prefix, False] = known
        found[prefix, True] = {**known, **gradients}
    return found


class _Part(NamedTuple):
    """Some of the lowered graphs."""

    backward: bool
    joint: bool = False


_AHEAD, _BEHIND, _JOINED = _Part(False), _Part(True), _Part(False, joint=True)


def _rest(
    graphs: Sequence[GraphNodes], known: Mapping[str, object], part: _Part
) -> list[GraphNode]:
    """Return the nodes of a part that are not among the known ones."""
    found: dict[str, GraphNode] = {}
    for one in graphs:
        own = _Part(one.graph.backward, one.graph.stage == JOINT)
        if one.graph.stage in LOWERED and own == part:
            for node in one.nodes:
                if node.name not in known:
                    found.setdefault(node.name, node)
    return [*found.values()]


class _Direction:
    """The captured operations of a graph, and the modules of its lowered nodes."""

    def __init__(
        self, captured: _Nodes, inside: Mapping[str, str], lowered: Mapping[str, str]
    ) -> None:
        self._captured = _operators(captured)
        self._inside = inside
        self._lowered = lowered

    def in_order(self, nodes: _Nodes) -> _Found:
        """Match the nodes of a graph that keeps the order of the program."""
        nodes = _operators(nodes)
        is_told = any(one.module for one in nodes)
        if is_told:
            captured = _groups(self._captured, self._key_of_captured)
            lowered = _groups(nodes, self._key_of_lowered)
        else:  # the modules were inferred from the order of the lines, too
            captured = _groups(self._captured, _line)
            lowered = _groups(nodes, _line)
        found: _Found = {}
        for key, visits in lowered.items():
            own = captured.get(key, [])
            if len(own) == len(visits):
                for group, visit in zip(own, visits):
                    found.update(_matched(group, visit))
            elif is_told and own:  # torch computes equal values once
                found.update(_matched(*map(_joined, (own, visits))))
        found.update(self.pooled([one for one in nodes if one.name not in found]))
        return found

    def pooled(self, nodes: _Nodes, gradients: GradientNodes | None = None) -> _Found:
        """Name all operations of a node's line and module; their order is unknown.

        Args:
            nodes: the lowered nodes.
            gradients: for nodes of the backward, tells what they may be of.
        """
        found: _Found = {}
        by_line = _groups(self._captured, _line)
        for node in _operators(nodes):
            here = _joined(by_line.get(_line(node), ()))
            module = self._lowered.get(node.name, "")
            exact = [one for one in here if self._inside.get(one.name) == module]
            if module and node.module and exact:
                own = exact
            else:
                inside = self._inside
                own = [one for one in here if _may_be(inside.get(one.name, ""), module)]
            kind_of = gradients.kind_of if gradients else kind_of_gradient
            if kind_of(node) == CONVOLUTION:  # no other operation has these
                own = [one for one in own if node_kind(one) == CONVOLUTION] or own
            if gradients is not None and not _is_view(node):
                own = [one for one in own if gradients.may_be(one, node)] or own
            wanted = [one for one in own if _is_view(one) == _is_view(node)] or own
            # A view may be a part of what computes.
            names = tuple(one.name for one in (own if _is_view(node) else wanted))
            if names:
                found[node.name] = names
        return found

    def _key_of_captured(self, node: GraphNode) -> _Key:
        return (*_line(node)[:2], self._inside.get(node.name, ""))

    def _key_of_lowered(self, node: GraphNode) -> _Key:
        return (*_line(node)[:2], self._lowered.get(node.name, ""))


def _operators(nodes: Iterable[GraphNode]) -> list[GraphNode]:
    return [one for one in nodes if one.kind == "operator" and one.places]


def _line(node: GraphNode) -> _Key:
    return node.places[-1].file, node.places[-1].line, ""


def _groups(nodes: _Nodes, key: Callable[[GraphNode], _Key]) -> _Groups:
    """Return the groups of neighbouring nodes with one key, in order, by the key."""
    found: _Groups = {}
    for own, group in groupby(nodes, key):
        found.setdefault(own, []).append([*group])
    return found


def _joined(groups: Iterable[_Nodes]) -> list[GraphNode]:
    return [one for group in groups for one in group]


def _is_view(node: GraphNode) -> bool:
    return node.bytes == 0 and not changes_input(node.label)


def _may_be(one: str, other: str) -> bool:
    """Return whether one module may be the other, or is within it."""
    inner, outer = sorted((one, other), key=len, reverse=True)
    return not outer or inner == outer or inner.startswith((f"{outer}.", f"{outer}["))


def _matched(
    captured: _Nodes, lowered: _Nodes
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the operations that each lowered node of one group was made from."""
    views = tuple(one.name for one in captured if _is_view(one))
    computed = [one for one in captured if not _is_view(one)]
    lowered_computed = [one for one in lowered if not _is_view(one)]
    known = dict(_segments(computed, lowered_computed))
    everything = tuple(one.name for one in computed)
    for node in lowered:
        if _is_view(node):
            yield node.name, views or everything
        else:
            yield node.name, known.get(node.name) or everything or views


def _segments(
    captured: _Nodes, lowered: _Nodes
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the operations of nodes, by those that are lowered one to one."""
    pairs = [*_one_to_one(captured, lowered), (len(captured), len(lowered))]
    start, first = 0, 0
    for end, last in pairs:
        names = tuple(one.name for one in captured[start:end])
        for node in lowered[first:last]:
            # Without an operation between, it prepares or ends one of the neighbours.
            around = captured[max(start - 1, 0) : end + 1]
            yield node.name, names or tuple(one.name for one in around)
        if end < len(captured):
            yield lowered[last].name, (captured[end].name,)
        start, first = end + 1, last + 1


def _one_to_one(captured: _Nodes, lowered: _Nodes) -> list[tuple[int, int]]:
    """Return the positions of operations of which both groups have equally many."""
    kinds, others = ([*map(node_kind, nodes)] for nodes in (captured, lowered))
    times, other_times = Counter(kinds), Counter(others)
    shared = {kind for kind, count in times.items() if other_times[kind] == count}
    pairs = [
        pair
        for kind in shared
        for pair in zip(_positions(kinds, kind), _positions(others, kind))
    ]
    pairs.sort()
    is_ordered = all(a[1] < b[1] for a, b in zip(pairs, pairs[1:]))
    return pairs if is_ordered else []


def _positions(kinds: Sequence[str], wanted: str) -> list[int]:
    return [at for at, kind in enumerate(kinds) if kind == wanted]
