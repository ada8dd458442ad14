"""Infer the nodes of the launches in a generated module.

The name of a fused kernel lists its operations.  Nodes between the calls around a
launch are preferred (see `call_nodes`).  A decomposed operation (``gelu``) has no node.
Then other nodes between these calls count, too.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Collection, Iterable, Iterator, Mapping, Sequence

from depyf.model.buffer_nodes import nodes_by_buffers
from depyf.model.call_nodes import (
    NO_COPY,
    GivenInputs,
    nodes_of_calls,
    spans_of_launches,
)
from depyf.model.graph_values import NO_VALUES, graph_values
from depyf.model.launch_evidence import Evidence
from depyf.model.merged_nodes import merged_nodes
from depyf.model.name_evidence import NameEvidence
from depyf.torch_text.kernel_module import fused_operations, kernel_module

if TYPE_CHECKING:
    from depyf.model.detail_events import KernelOrigin
    from depyf.model.events import Kernel, SourceLine
    from depyf.torch_text.graph_lines import NodeLine
    from depyf.torch_text.operators import Operator

_SHORT_SPAN = 30  # nodes
_CONSTANTS = frozenset({"full", "scalar_tensor"})
# Operations that lowering renames or removes, one for one.
_RENAMED = NO_COPY | {"clone", "to_copy", "to", "contiguous", "unsafe_view"}


class LaunchNodes:
    """The nodes of a lowered graph, and the launches of the module made from it.

    Attributes:
        places: the user's line of each node.
        calls: the node of each call of a library function or operator, by line.
        by_buffers: the nodes of each launch whose buffers tell them, by line.
    """

    def __init__(
        self,
        module: Kernel,
        by_name: Collection[str],
        lines: Sequence[NodeLine],
        inputs: Mapping[str, str],
        records: Sequence[KernelOrigin],
        *,
        earlier: Sequence[NodeLine] = (),
        text: str = "",
        captured: Sequence[Operator] = (),
    ) -> None:
        """Read a module.

        Args:
            module: the generated module.
            by_name: the nodes whose operator the module calls by its name.
            lines: the nodes of the lowered graph.
            inputs: the annotation of each input of the graph, by name.
            records: what Inductor recorded for all modules of the compilation.
            earlier: the nodes of the graph before the passes that lowered it.
            text: the printed graph.
            captured: the nodes of the captured graph, if the lowered graph has the
                operations of the program, and not their gradients.
        """
        read = kernel_module(module.text)
        self._inputs = frozenset(inputs)
        recorded: dict[str, list[str]] = {}
        for one in records:
            recorded.setdefault(one.kernel, []).extend(one.nodes)
        self.places = {
            one.name: one.above.place for one in lines if one.above.place is not None
        }
        self._merged = _places_of_merged(earlier, lines, inputs)
        given = GivenInputs(lines, inputs)
        self.calls = nodes_of_calls(
            read, lines, given, recorded, backward=module.backward
        )
        self._reads = {one.name: given.of_node(one) for one in lines}
        self._given = {one.line: given.of_call(one) for one in read.calls}
        self._names = [one.name for one in lines]
        self._position = {name: at for at, name in enumerate(self._names)}
        called = {one.node for one in self.calls.values()}
        self._operations = {
            one.name: _operation(one)
            for one in lines
            if one.operator and one.name not in by_name and one.name not in called
        }
        kinds = {one.name: _operation(one) for one in lines if one.operator}
        self._names_told = NameEvidence(captured, kinds, self.places)
        self._kinds = sorted({*self._operations.values(), *_RENAMED}, key=len)
        anchors = {line: self._position[one.node] for line, one in self.calls.items()}
        kernels = {*module.names}
        self._spans = spans_of_launches(read, kernels, anchors, len(lines))
        self._launches = Counter(self._spans.values())
        self._lines = {(one.file, one.line) for one in self._own_places()}
        # Lines that compute nothing but the results of such calls, and views of them.
        fused = self._computed([*self._operations])
        only_calls = {self.places.get(one) for one in called | {*by_name}}
        only_calls -= {None, *map(self.places.get, fused)}
        self._of_calls = {(one.file, one.line) for one in only_calls if one}
        values = graph_values(read, lines, inputs, text)
        sure = {line: one.node for line, one in self.calls.items() if one.is_sure}
        found = nodes_by_buffers(read, values, sure)
        self._evidence = Evidence(lines, values, found)
        self._readers = {line: one.readers for line, one in found.items()}
        self.by_buffers = {
            line: [
                *self._computed([one for one in own if self._is_computed(one)]),
                *(one for one in own if one in inputs),
            ]
            for line, own in ((line, one.nodes) for line, one in found.items())
            if own
        }

    def _is_computed(self, node: str) -> bool:
        """Return whether a node belongs to a fused kernel and computes values."""
        operation = self._operations.get(node, "")
        return bool(operation) and not operation.startswith(NO_VALUES)

    def _own_places(self) -> Iterator[SourceLine]:
        """Yield the lines that compute more than constants."""
        for name, place in self.places.items():
            if not self._is_constant(name):
                yield place

    def copied(self, line: int | None) -> list[str]:
        """Return the inputs of the graph that a launch copies, as far as is known."""
        own = self.by_buffers.get(line or 0, ())
        return [one for one in own if one in self._inputs]

    def without_later(self, nodes: Iterable[str], line: int | None) -> tuple[str, ...]:
        """Drop the nodes that a library call computes below a launch.

        Torch also records the call that a launch only copies inputs for.
        """
        own = tuple(nodes)
        calls = self.calls.items() if line is not None else ()
        later = {one.node for at, one in calls if one.is_sure and at > (line or 0)}
        return tuple(one for one in own if one not in later) or own

    def possible(self, nodes: Iterable[str], line: int | None) -> tuple[str, ...]:
        """Drop the nodes that a launch cannot compute, by the buffers that it reads."""
        return tuple(self._evidence.possible(nodes, line))

    def places_of_launch(
        self, nodes: Sequence[str], line: int | None
    ) -> tuple[SourceLine, ...]:
        """Return the lines of a launch's nodes, and of the calls that read its copies.

        A launch may copy inputs for a call that wants other strides.
        """
        return self.places_of([*nodes, *self._readers.get(line or 0, ())])

    def is_sure(self, line: int) -> bool:
        """Return whether the node of a call is certain."""
        return line in self.calls and self.calls[line].is_sure

    def places_of(self, nodes: Sequence[str]) -> tuple[SourceLine, ...]:
        """Return the user's lines of nodes.

        A node that a pass made may have no line of its own, but those that it replaced.
        """
        places, merged = self.places, self._merged
        own = (
            place for one in nodes for place in (*merged.get(one, ()), places.get(one))
        )
        return tuple(dict.fromkeys(place for place in own if place is not None))

    def launched(
        self, kernel: str, line: int | None, places: Sequence[SourceLine] | None = None
    ) -> tuple[str, ...]:
        """Return the nodes of a launch; empty if they are unknown.

        Args:
            kernel: the name of the kernel.
            line: the line of the launch in the module; None if it is unknown.
            places: the only lines that the nodes may come from; None for all lines.
        """
        if line in self.calls:
            return (self.calls[line].node,)
        span = self._spans.get(line or 0)
        fused = fused_operations(kernel)
        mentioned = f"_{fused or kernel.rpartition('.')[2]}_"

        def named(nodes: Sequence[str]) -> list[str]:
            return [one for one in nodes if f"_{self._operations[one]}_" in mentioned]

        def may_be(span: tuple[int, int] | None) -> list[str]:
            near = self._inside(span, places)
            return self._evidence.possible(near, line, is_guess=True)

        inside = may_be(span)
        own = named(inside)
        rest = self._without_nodes(mentioned)
        if fused and span is not None and rest.strip("_"):
            is_short = span[1] - span[0] <= _SHORT_SPAN
            is_alone = self._launches[span] == 1 and is_short
            if places or is_alone or (is_short and not own):
                others = [one for one in inside if one not in own]
                made = {*own, *self._names_told.decomposed(others, rest)}
                own = self._computed([one for one in inside if one in made])
        if not own:
            own = self._reading(named(may_be(None)), line)
        return self.without_constants(own)

    def _inside(
        self, span: tuple[int, int] | None, places: Sequence[SourceLine] | None
    ) -> list[str]:
        """Return the nodes of fused kernels in a span; None is the whole graph."""
        start, end = span or (-1, len(self._names))
        return [
            one
            for one in self._names[start + 1 : end]
            if one in self._operations and self._is_at(one, places)
        ]

    def _computed(self, nodes: list[str]) -> list[str]:
        """Return the nodes without views, unless all are views."""
        found = [one for one in nodes if self._operations[one] not in NO_COPY]
        return found or nodes

    def _reading(self, nodes: list[str], line: int | None) -> list[str]:
        """Return the nodes that read an input that the launch gets, or all nodes."""
        given = self._given.get(line or 0, frozenset())
        return [one for one in nodes if self._reads[one] & given] or nodes

    def _is_at(self, node: str, places: Sequence[SourceLine] | None) -> bool:
        if places is None:
            return True
        own = self.places.get(node)
        return own is not None and any(
            (one.file, one.line) == (own.file, own.line) for one in places
        )

    def _without_nodes(self, mentioned: str) -> str:
        """Return what a kernel's name has beside the operations of nodes."""
        rest = mentioned
        for kind in reversed(self._kinds):
            while f"_{kind}_" in rest:
                rest = rest.replace(f"_{kind}_", "_")
        return rest

    def _is_constant(self, node: str) -> bool:
        return self._operations.get(node) in _CONSTANTS

    def without_constants(self, nodes: Sequence[str]) -> tuple[str, ...]:
        """Drop the constants from lines whose other values are not among the nodes.

        Equal constants are one node, which has the line of the first.
        """
        lines = {
            (place.file, place.line)
            for one in nodes
            if not self._is_constant(one)
            for place in self.places_of([one])
        }
        own = [
            one
            for one in nodes
            if not self._is_constant(one)
            or any(
                (place.file, place.line) in lines
                or (place.file, place.line) not in self._lines
                for place in self.places_of([one])
            )
        ]
        return tuple(own)

    def lines_of_launch(
        self, places: Sequence[SourceLine], line: int | None
    ) -> tuple[SourceLine, ...]:
        """Drop the lines that only supply a constant or an argument to a launch.

        Such an argument is made by a library function or operator, which is called
        elsewhere.  Lines of constants that compute nothing else stay.

        Args:
            places: the lines of a launch.
            line: the line of the launch in the module, if it is known.
        """
        if self._spans.get(line or 0) is None:
            return tuple(places)
        start, end = self._spans[line or 0]
        here = self._names[start + 1 : end]
        found = []
        for place in places:
            at = [one for one in here if self._is_at(one, [place])]
            is_other = (place.file, place.line) in self._lines
            is_constant = at and is_other and all(map(self._is_constant, at))
            if not (is_constant or (place.file, place.line) in self._of_calls):
                found.append(place)
        return tuple(found) or tuple(places)


def told_apart_by(each: Sequence[Sequence[str]]) -> bool:
    """Return whether the nodes of each call are known, and no other call has them."""
    every = [node for nodes in each for node in nodes]
    return all(each) and len(every) == len({*every})


def _places_of_merged(
    earlier: Sequence[NodeLine], lines: Sequence[NodeLine], inputs: Collection[str]
) -> dict[str, list[SourceLine]]:
    """Return the lines of the nodes that each new node replaced."""
    given: dict[str, list[str]] = {name: [] for name in inputs}
    before, after = (
        {**given, **{one.name: one.takes for one in nodes}}
        for nodes in (earlier, lines)
    )
    places = {one.name: one.above.place for one in earlier}
    return {
        name: [place for part in parts if (place := places[part]) is not None]
        for name, parts in merged_nodes(before, after).items()
    }


def _operation(one: NodeLine) -> str:
    return one.operator.split(".")[1].strip("_")
