"""Find the tensors saved for backward, from the printed forward and backward graphs.

The backward graph takes the saved tensors and the gradients of the outputs.  The names
of saved tensors are those of the forward's nodes.  So this works for every torch, for
cached graphs and for logs, and costs nothing while compiling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.by_identity import once_each
from depyf.model.graph_nodes import first_sizes
from depyf.model.shared_memory import memory_owners
from depyf.model.stages import BACKWARD, CAPTURED, FORWARD
from depyf.records import dataclass
from depyf.torch_text.annotations import bytes_of, tensor_type
from depyf.torch_text.graph import graph_inputs, parsed_graph

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Graph
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
        place: the user's line that computes it, or the memory that it is a view of.
        argument: the user's name of the graph input that it is or is a view of; empty
            for other tensors.  An input stays in memory anyway.
        base: the tensor that owns its memory; its own name if it is not a view.
        storage: the bytes of `base`.
    """

    name: str
    type: str
    bytes: int | None
    place: SourceLine | None = None
    argument: str = ""
    base: str = ""
    storage: int | None = None


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
        return tuple(one for one in self.tensors if not one.argument)


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
            given = captured.get(place)
            tensors = _saved(forward, backward, given, sizes)
            found.append(Saved(backward.prefix, tuple(tensors), backward.index))
    return tuple(found)


def _by_place(graphs: Sequence[Graph], stage: str) -> dict[tuple[str, int], Graph]:
    return {
        (one.prefix, one.index): one
        for one in graphs
        if one.stage == stage and one.text
    }


def _saved(
    forward: Graph,
    backward: Graph,
    captured: Graph | None,
    sizes: Mapping[str, int],
) -> list[SavedTensor]:
    graph = parsed_graph(forward.text)
    nodes = {one.name: one for one in graph.nodes}
    owners = memory_owners(graph.nodes)
    names = [*graph_inputs(captured.text)] if captured is not None else []
    tensors = []
    for name, type_ in graph_inputs(backward.text).items():
        if name.startswith(_NOT_SAVED) or tensor_type(type_) is None:
            continue
        base = owners.get(name, name)
        is_given = base in graph.inputs
        source = nodes.get(name) if is_given else nodes.get(base, nodes.get(name))
        tensors.append(
            SavedTensor(
                name,
                type_,
                bytes_of(type_, sizes),
                source.at.place if source is not None else None,
                _argument(base, names, len(graph.inputs)) if is_given else "",
                base,
                bytes_of(nodes[base].annotation, sizes) if base in nodes else None,
            )
        )
    # Tensors of unknown size come first, because they may be large.
    return sorted(
        tensors,
        key=lambda one: (bool(one.argument), one.bytes is not None, -(one.bytes or 0)),
    )


def _argument(name: str, captured: Sequence[str], count: int) -> str:
    """Return the user's name of an argument of the forward graph.

    AOTAutograd numbers the arguments in the order of those of the captured graph.
    """
    number = name[len(_INPUT) :] if name.startswith(_INPUT) else ""
    if not number.isdecimal() or len(captured) != count or int(number) > count:
        return name
    return captured[int(number) - 1]
