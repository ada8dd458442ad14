"""Find the tensors saved for backward, from the printed forward and backward graphs.

The backward graph takes the saved tensors and the gradients of the outputs.  The names
of saved tensors are those of the forward's nodes.  So this works for every torch, for
cached graphs and for logs, and costs nothing while compiling.  Only the generated
module shows that the forward copies an input for the backward.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.graph_nodes import first_sizes
from depyf.model.saved_copies import copies_returned
from depyf.model.shared_memory import memory_owners
from depyf.model.stages import BACKWARD, CAPTURED, FORWARD
from depyf.records import dataclass
from depyf.torch_text.annotations import bytes_of, tensor_type
from depyf.torch_text.graph import graph_inputs, parsed_graph

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Graph
    from depyf.torch_text.operators import Operator
    from depyf.torch_text.source_lines import SourceLine

_INPUT = "primals_"  # and a number, from 1
_NOT_SAVED = ("tangents_", "bwd_rng_state_", "bwd_seed_", "bwd_base_offset_")


@dataclass(frozen=True)
class SavedTensor:
    """A tensor that the forward keeps for the backward.

    Attributes:
        name: the tensor's name in both graphs.
        type: its annotation, as torch writes it (``f32[10][1]cpu``).
        bytes: its bytes at the sizes of the first call; None if a size is unknown.
        place: the user's line that computes it, or the memory that it is a view of; for
            a copy of an input, the first line that reads the input; for a node that a
            pass added, the only line of the values that it is computed from.
        argument: torch's name of the graph input that it is, is a view of, or copies;
            empty for other tensors.  An input stays in memory anyway.
        base: the tensor that owns its memory; its own name if it is not a view.
        storage: the bytes of `base`.
        copied: whether the forward copies the argument: the copy is new memory.
    """

    name: str
    type: str
    bytes: int | None
    place: SourceLine | None = None
    argument: str = ""
    base: str = ""
    storage: int | None = None
    copied: bool = False

    @property
    def is_own(self) -> bool:
        """Whether only the backward keeps it in memory."""
        return self.copied or not self.argument


@dataclass(frozen=True)
class Saved:
    """The tensors that one graph saves; `index` numbers the graphs of one prefix."""

    prefix: str
    tensors: tuple[SavedTensor, ...]
    index: int = 0

    @property
    def own_bytes(self) -> int:
        """The bytes that are kept only for the backward."""
        return _storage(self.own)

    @property
    def all_bytes(self) -> int:
        """The bytes of all saved tensors, inputs of the graph included."""
        return _storage(self.tensors)

    @property
    def own(self) -> tuple[SavedTensor, ...]:
        """The tensors that are kept only for the backward."""
        return tuple(one for one in self.tensors if one.is_own)


def _storage(tensors: Sequence[SavedTensor]) -> int:
    """Return the bytes of tensors in total; shared memory counts once."""
    sizes: dict[str, int] = {}
    for one in tensors:
        size = max(one.bytes or 0, one.storage or 0)
        sizes[one.base] = max(sizes.get(one.base, 0), size)
    return sum(sizes.values())


@once_each
def saved_for_backward(compilation: Compilation) -> tuple[Saved, ...]:
    """Return the tensors that each training graph saves, the largest first."""
    sizes = first_sizes(compilation)
    found = []
    forwards = _by_place(compilation.graphs, FORWARD)
    captured = _by_place(compilation.graphs, CAPTURED)
    for place, backward in _by_place(compilation.graphs, BACKWARD).items():
        forward = forwards.get(place)
        if forward is not None:
            known = _known(compilation, forward, captured.get(place), sizes)
            tensors = _saved(known, backward)
            found.append(Saved(backward.prefix, tuple(tensors), backward.index))
    return tuple(found)


def _by_place(graphs: Sequence[Graph], stage: str) -> dict[tuple[str, int], Graph]:
    return {
        (one.prefix, one.index): one
        for one in graphs
        if one.stage == stage and one.text
    }


class _Forward(NamedTuple):
    """Facts about a forward graph.

    Attributes:
        nodes: the nodes by name.
        inputs: the names of the inputs.
        owners: the owner of the memory of each value.
        copies: the new buffer that holds the copy of an input, by the saved name.
        readers: the first node that reads each value.
        names: the names of the inputs of the captured graph.
        sizes: the sizes of the first call.
    """

    nodes: Mapping[str, Operator]
    inputs: Sequence[str]
    owners: Mapping[str, str]
    copies: Mapping[str, str]
    readers: Mapping[str, Operator]
    names: Sequence[str]
    sizes: Mapping[str, int]


def _known(
    compilation: Compilation,
    forward: Graph,
    captured: Graph | None,
    sizes: Mapping[str, int],
) -> _Forward:
    graph = parsed_graph(forward.text)
    owners = memory_owners(graph.nodes)
    readers: dict[str, Operator] = {}
    for node in graph.nodes:
        for name in node.arguments:
            readers.setdefault(name, node)
    copies: dict[str, str] = {}
    for kernel in compilation.kernels:
        if kernel.prefix == forward.prefix and not kernel.backward:
            copies.update(copies_returned(forward.text, kernel.text, owners))
    return _Forward(
        {one.name: one for one in graph.nodes},
        [*graph.inputs],
        owners,
        copies,
        readers,
        [*graph_inputs(captured.text)] if captured is not None else [],
        sizes,
    )


def _saved(forward: _Forward, backward: Graph) -> list[SavedTensor]:
    copies: dict[str, str] = {}  # the first saved name of each buffer
    tensors = []
    for name, type_ in graph_inputs(backward.text).items():
        if name.startswith(_NOT_SAVED) or tensor_type(type_) is None:
            continue
        if name in forward.copies:
            base = copies.setdefault(forward.copies[name], name)
            tensors.append(_copy(forward, name, type_, base))
        else:
            tensors.append(_tensor(forward, name, type_))
    # Tensors of unknown size come first, because they may be large.
    return sorted(
        tensors,
        key=lambda one: (not one.is_own, one.bytes is not None, -(one.bytes or 0)),
    )


def _copy(forward: _Forward, name: str, type_: str, base: str) -> SavedTensor:
    given = forward.owners.get(name, name)
    reader = forward.readers.get(given)
    return SavedTensor(
        name,
        type_,
        bytes_of(type_, forward.sizes),
        reader.at.place if reader is not None else None,
        _argument(given, forward.names, len(forward.inputs)),
        base,
        copied=True,
    )


def _tensor(forward: _Forward, name: str, type_: str) -> SavedTensor:
    nodes, base = forward.nodes, forward.owners.get(name, name)
    is_given = base in forward.inputs
    source = nodes.get(name) if is_given else nodes.get(base, nodes.get(name))
    storage = nodes[base].annotation if base in nodes else None
    return SavedTensor(
        name,
        type_,
        bytes_of(type_, forward.sizes),
        _place(source, nodes) if source is not None else None,
        _argument(base, forward.names, len(forward.inputs)) if is_given else "",
        base,
        bytes_of(storage, forward.sizes) if storage is not None else None,
    )


def _place(node: Operator, nodes: Mapping[str, Operator]) -> SourceLine | None:
    """Return the line of a node; without one, the only nearest line that it reads."""
    found: dict[SourceLine, None] = {}
    left, met = [node], {node.name}
    while left:
        one = left.pop()
        if one.at.place is not None:
            found[one.at.place] = None
            continue
        for name in one.arguments:
            if name in nodes and name not in met:
                met.add(name)
                left.append(nodes[name])
    return next(iter(found)) if len(found) == 1 else None


def _argument(name: str, captured: Sequence[str], count: int) -> str:
    """Return the name of an argument of the forward graph in the captured graph.

    AOTAutograd numbers the arguments in the order of those of the captured graph.
    """
    number = name[len(_INPUT) :] if name.startswith(_INPUT) else ""
    if not number.isdecimal() or len(captured) != count or int(number) > count:
        return name
    return captured[int(number) - 1]
