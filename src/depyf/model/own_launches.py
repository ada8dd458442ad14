"""Launches of one node each: custom operators and the user's own Triton kernels.

Inductor takes the kernel that fills a buffer and the operator that then writes into it
for one another: it records the nodes of both with each.  But an operator that is called
by its name, and a kernel that the user wrote, are one node of the graph, and no fused
kernel holds it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from depyf.model.source_places import SourcePlace

if TYPE_CHECKING:
    from depyf.model.detail_events import KernelOrigin

# What Inductor writes above a kernel that it found in the program.
_WRITTEN = re.compile(
    r"^# Original path: (?P<file>[^\n]+):(?P<line>\d+)\n"
    r"(?P<kernel>\w+) = async_compile\.\w+\(",
    re.MULTILINE,
)
_RUN = re.compile(r"^[ \t]+(\w+)\.run\(", re.MULTILINE)
_CALLED = re.compile(r"^[ \t]+(?:\w+ = )?(torch\.ops\.[\w.]+)\(", re.MULTILINE)
_WRAPPER = "torch.ops.higher_order.triton_kernel_wrapper"
_OPERATOR = "torch.ops."
_CALLS = re.compile(
    r"^[ \t]+(?P<node>[^\W\d]\w*)\s*(?::[^=\n]*)? = (?P<calls>torch\.ops\.[\w.]+)\(",
    re.MULTILINE,
)


@dataclass(frozen=True)
class OwnLaunches:
    """Which launches of a module are one node, and where kernels were written.

    `calls` is what each node of the graph calls, `by_name` the nodes that the module
    calls by the operator's name; `launched` are the user's kernels in their order.
    """

    written: Mapping[str, SourcePlace]
    calls: Mapping[str, str]
    by_name: frozenset[str] = frozenset()
    launched: Sequence[str] = ()

    def node_in_order(self, kernel: str) -> tuple[str, ...]:
        """Return the nodes of a kernel that the user wrote, where nothing is recorded.

        The k-th launch is the k-th such node: empty unless there are as many.
        """
        nodes = [n for n, called in self.calls.items() if called.startswith(_WRAPPER)]
        if len(nodes) != len(self.launched):
            return ()
        return tuple(n for n, one in zip(nodes, self.launched) if one == kernel)

    def nodes_of(self, kernel: str, nodes: Sequence[str]) -> list[str]:
        """Return those of the nodes that a launch is, none if it may be many."""
        if kernel in self.written:
            called = _WRAPPER
        elif kernel.startswith(_OPERATOR):
            called = kernel
        else:
            return []
        return [node for node in nodes if self.calls.get(node, "").startswith(called)]


def own_launches(module: str, lowered: str) -> OwnLaunches:
    """Return what the text of a module and of the graph it was made from tell.

    Args:
        module: as Inductor wrote it.
        lowered: the graph; empty if it is not known.
    """
    written = {
        found["kernel"]: SourcePlace(found["file"], int(found["line"]))
        for found in _WRITTEN.finditer(module)
    }
    calls = {found["node"]: found["calls"] for found in _CALLS.finditer(lowered)}
    called = {*_CALLED.findall(module)}
    by_name = frozenset(node for node, one in calls.items() if one in called)
    launched = [one for one in _RUN.findall(module) if one in written]
    return OwnLaunches(written, calls, by_name, launched)


def told_apart(
    records: Sequence[KernelOrigin], launches: OwnLaunches
) -> Iterator[KernelOrigin]:
    """Yield the records, each with the nodes that are its own.

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
