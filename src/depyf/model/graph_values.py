"""Read which values a lowered graph computes, and from which others, without views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.buffer_nodes import COPY_TO, SEEDS, GraphValues
from depyf.model.call_nodes import GivenInputs, called_operator, packet_of
from depyf.torch_text.annotations import elements_of, tensor_type
from depyf.torch_text.graph_lines import returned_names

if TYPE_CHECKING:
    from depyf.torch_text.graph_lines import NodeLine
    from depyf.torch_text.kernel_module import KernelModule

_SIZES = "sym_"  # operations that read a size and no values
NO_VALUES = (_SIZES, "empty", "new_empty")  # the beginnings of such operations


def graph_values(
    module: KernelModule,
    lines: Sequence[NodeLine],
    inputs: Mapping[str, str],
    text: str,
) -> GraphValues:
    """Return the values of the graph that a module was generated from.

    Args:
        module: the generated module.
        lines: the nodes of the graph.
        inputs: the annotation of each input of the graph, by name.
        text: the printed graph.
    """
    own = [one for one in lines if not one.nested]
    tensors = [name for name, note in inputs.items() if tensor_type(note) is not None]
    given = GivenInputs(own, tensors)
    names = {*tensors, *(one.name for one in own)}
    kinds = {one.name: kind_of(one) for one in own}
    called = {called_operator(one.name) for one in module.calls} - {""}
    notes = {**inputs, **{one.name: one.annotation for one in own}}
    sizes = {name: elements_of(note) for name, note in notes.items()}
    return GraphValues(
        takes={
            one.name: []
            if kinds[one.name].startswith(_SIZES)
            else [given.base(name) for name in one.takes if name in names]
            for one in own
        },
        inputs=frozenset(tensors),
        elsewhere=frozenset(
            one.name
            for one in own
            if packet_of(one.operator) in called or kinds[one.name] == SEEDS
        ),
        outputs=[
            given.base(name) if name in names else "" for name in returned_names(text)
        ],
        items={
            (one.takes[0], position): one.name
            for one in own
            if (position := one.item) is not None and one.takes
        },
        kinds=kinds,
        sizes={name: size for name, size in sizes.items() if size is not None},
    )


def kind_of(one: NodeLine) -> str:
    """Return the operation of a node: ``mm`` of ``aten.mm.default``."""
    name = one.operator.split(".")[1] if "." in one.operator else ""
    return COPY_TO if name == COPY_TO else name.strip("_")
