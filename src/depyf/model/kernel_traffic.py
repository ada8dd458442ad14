"""Count the bytes that a kernel reads and writes, from the nodes of its graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Iterable, NamedTuple, Sequence

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode


INPUT = "input"  # the kind of such nodes


class Traffic(NamedTuple):
    """The bytes that a kernel reads and writes in all its calls; None if unknown.

    The bytes are counted at the sizes of the first call.
    """

    reads: int | None = None
    writes: int | None = None


def traffic(
    nodes: Sequence[GraphNode],
    own: Collection[str],
    shared: Collection[str],
    calls: int,
) -> Traffic:
    """Return the bytes that a kernel reads and writes.

    A kernel that comes from an input copies it, because a call wants other strides.

    Args:
        nodes: the nodes of the kernel's graph.
        own: the names of the nodes that the kernel computes, and of inputs that it
            copies.
        shared: the names of nodes that other kernels compute as well: it is unknown
            which of the kernels writes such a value.
        calls: the number of calls of the kernel.
    """
    inside = _inside(nodes, own)
    copied = [one.bytes for one in nodes if one.kind == INPUT and one.name in own]
    launches = _launches(nodes, inside) if calls > 1 else [inside]
    is_copy = bool(copied) and calls == 1
    if not (inside or is_copy) or len(launches) != max(calls, 1):
        return Traffic()
    each = [_of_launch(nodes, one, shared) for one in launches if one]
    return Traffic(
        _total([*copied, *(one.reads for one in each)]),
        _total([*copied, *(one.writes for one in each)]),
    )


def _of_launch(
    nodes: Sequence[GraphNode], inside: set[int], shared: Collection[str]
) -> Traffic:
    read: dict[int, None] = {}
    written: dict[int, None] = {}
    for at, node in enumerate(nodes):
        for taken in node.takes:
            base = nodes[taken].base
            if at in inside and base not in inside:
                read[base] = None
            elif at not in inside and taken in inside and base in inside:
                written[base] = None
    doubtful = any(nodes[at].name in shared for at in written)
    return Traffic(
        _total(nodes[at].bytes for at in read),
        None if doubtful else _total(nodes[at].bytes for at in written),
    )


def _inside(nodes: Sequence[GraphNode], own: Collection[str]) -> set[int]:
    """Return the indices of a kernel's operations and of their separate results."""
    found: set[int] = set()
    for at, node in enumerate(nodes):
        if node.kind != "operator":
            continue
        is_result = any(one in found and not nodes[one].type for one in node.takes)
        if node.name in own or is_result:
            found.add(at)
    return found


def _launches(nodes: Sequence[GraphNode], inside: set[int]) -> list[set[int]]:
    """Split nodes into launches: nodes connected by their values are one launch."""
    found: list[set[int]] = []
    for at in sorted(inside):
        takes = {*nodes[at].takes, *(nodes[one].base for one in nodes[at].takes)}
        near = [one for one in found if not one.isdisjoint(takes)]
        found = [one for one in found if one not in near]
        found.append({at}.union(*near))
    return found


def _total(sizes: Iterable[int | None]) -> int | None:
    known = [*sizes]
    found = [size for size in known if size is not None]
    return sum(found) if len(found) == len(known) > 0 else None
