"""Find launches of one node each: custom operators, the user's Triton kernels.

Inductor takes the kernel that fills a buffer and the operator that then writes into it
for one another: it records the nodes of both with each.  But an operator that is called
by its name, and a kernel that the user wrote, are one node of the graph, and no fused
kernel holds it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

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
    """Operators called by name and the user's kernels, in one generated module.

    `operators` is what each node of the graph calls, `by_name` the nodes that the
    module calls by the operator's name; `launched` are the user's kernels in order.
    """

    written: Mapping[str, SourceLine]
    operators: Mapping[str, str]
    by_name: frozenset[str] = frozenset()
    launched: Sequence[str] = ()

    def node_in_order(self, kernel: str) -> tuple[str, ...]:
        """Return the nodes of a user's kernel if Inductor recorded nothing.

        The k-th launch is the k-th such node: empty unless there are as many.
        """
        nodes = [
            n for n, called in self.operators.items() if called.startswith(_WRAPPER)
        ]
        if len(nodes) != len(self.launched):
            return ()
        return tuple(n for n, one in zip(nodes, self.launched) if one == kernel)

    def nodes_of(self, kernel: str, nodes: Sequence[str]) -> list[str]:
        """Return the nodes that a launch of a kernel may come from."""
        if kernel in self.written:
            called = _WRAPPER
        elif kernel.startswith(_OPERATOR):
            called = kernel[len(_OPERATOR) :]
        else:
            return []
        return [one for one in nodes if self.operators.get(one, "").startswith(called)]


def own_launches(module: KernelModule, lowered: Sequence[NodeLine]) -> OwnLaunches:
    """Return the one-node launches of a module and its graph."""
    written = {one.name: one.written for one in module.kernels if one.written}
    operators = {one.name: one.operator for one in lowered if one.operator}
    called = {one.name for one in module.calls}
    by_name = frozenset(n for n, one in operators.items() if _OPERATOR + one in called)
    launched = [one.name for one in module.calls if one.runs and one.name in written]
    return OwnLaunches(written, operators, by_name, launched)


def told_apart(
    records: Sequence[KernelOrigin], launches: OwnLaunches
) -> Iterator[KernelOrigin]:
    """Yield the records, each with only its own nodes.

    Args:
        records: of one module, whose kernels are named ``kernel:number``.
        launches: of the same module.
    """
    own = [
        launches.nodes_of(record.kernel.partition(":")[0], record.nodes)
        for record in records
    ]
    taken = {node for nodes in own for node in nodes}
    for record, nodes in zip(records, own):
        others = [node for node in record.nodes if node not in taken]
        yield replace(record, nodes=tuple(nodes or others or record.nodes))
