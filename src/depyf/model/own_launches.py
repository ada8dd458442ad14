"""Find the launches that belong to one node: custom operators, user-written kernels.

Inductor mixes up a kernel that fills a buffer and an operator that then writes into it.
Its record of each has the nodes of both.  But a custom operator or a user-written
Triton kernel is exactly one node of the graph.  No fused kernel contains that node.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Collection, Iterator, Mapping, Sequence

from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.detail_events import KernelOrigin
    from depyf.torch_text.graph_lines import NodeLine
    from depyf.torch_text.kernel_module import KernelModule
    from depyf.torch_text.source_lines import SourceLine

_WRAPPER = "higher_order.triton_kernel_wrapper"
_OPERATOR = "torch.ops."


@dataclass(frozen=True)
class OwnLaunches:
    """The operators called by name and the user's kernels in one generated module.

    Attributes:
        written: the location in the program of each kernel that the user wrote.
        operators: the operator that each node of the graph calls.
        by_name: the nodes whose operator the module calls by its name.
        launched: the launches of the user's kernels, in order.
    """

    written: Mapping[str, SourceLine]
    operators: Mapping[str, str]
    by_name: frozenset[str] = frozenset()
    launched: Sequence[str] = ()

    def node_in_order(self, kernel: str) -> tuple[str, ...]:
        """Return the nodes of a user's kernel, matched by order, not by records.

        The k-th launch belongs to the k-th such node.  Empty if the numbers differ.
        """
        nodes = [
            n for n, called in self.operators.items() if called.startswith(_WRAPPER)
        ]
        if len(nodes) != len(self.launched):
            return ()
        return tuple(n for n, one in zip(nodes, self.launched) if one == kernel)

    def nodes_of(self, kernel: str, nodes: Sequence[str]) -> list[str]:
        """Return those of `nodes` that a launch of a kernel may come from."""
        if kernel in self.written:
            called = _WRAPPER
        elif kernel.startswith(_OPERATOR):
            called = kernel[len(_OPERATOR) :]
        else:
            return []
        return [one for one in nodes if self.operators.get(one, "").startswith(called)]


def own_launches(module: KernelModule, lowered: Sequence[NodeLine]) -> OwnLaunches:
    """Find the one-node launches of a module, from the nodes of its lowered graph."""
    written = {one.name: one.written for one in module.kernels if one.written}
    operators = {one.name: one.operator for one in lowered if one.operator}
    called = {one.name for one in module.calls}
    by_name = frozenset(n for n, one in operators.items() if _OPERATOR + one in called)
    launched = [one.name for one in module.calls if one.runs and one.name in written]
    return OwnLaunches(written, operators, by_name, launched)


def told_apart(
    records: Sequence[KernelOrigin], launches: OwnLaunches
) -> Iterator[KernelOrigin]:
    """Yield the records, each with only the nodes of its own launch.

    Args:
        records: the records of one module; their kernels are ``name:number``.
        launches: the one-node launches of the same module.
    """
    own = [
        launches.nodes_of(record.kernel.partition(":")[0], record.nodes)
        for record in records
    ]
    taken = {node for nodes in own for node in nodes}
    for record, nodes in zip(records, own):
        others = [node for node in record.nodes if node not in taken]
        yield replace(record, nodes=tuple(nodes or others or record.nodes))


def of_this_module(
    record: KernelOrigin,
    by_buffers: Sequence[str] | None,
    own: Collection[str],
    others: Collection[str],
) -> KernelOrigin:
    """Return a record without its nodes if they are those of another module.

    Forward and backward both number their kernels from 1, and torch keeps one record of
    a name.  A backward that computes a value again has a node of the same name, too.

    Args:
        record: a record that a module mentions.
        by_buffers: the nodes of the launch, if its buffers tell them.
        own: the operations of the graph that the module was generated from.
        others: those of the graph of the other direction.
    """
    here, there = (sum(one in known for one in record.nodes) for known in (own, others))
    is_wrong = not {*(by_buffers or ())}.issubset(record.nodes)
    if here < there or (here == there and is_wrong):
        return replace(record, nodes=())
    return record
