"""Count the bytes that a kernel reads and writes, from its nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Iterable, NamedTuple, Sequence

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode


class Traffic(NamedTuple):
    """Bytes at the sizes of the first call, over all calls; None if unknown."""

    reads: int | None = None
    writes: int | None = None


def traffic(
    nodes: Sequence[GraphNode],
    own: Collection[str],
    shared: Collection[str],
    calls: int,
) -> Traffic:
    """Return the bytes that a kernel reads and writes.

    Args:
        nodes: of the graph that the kernel was made from.
        own: names of those it was made from.
        shared: names of those that another kernel was made from, too: which of the
            kernels writes such a value is not known.
        calls: how often the kernel is called.
    """
    inside = _inside(nodes, own)
    launches = _launches(nodes, inside) if calls > 1 else [inside]
    if not inside or len(launches) != max(calls, 1):
        return Traffic()
    each = [_of_launch(nodes, one, shared) for one in launches]
    return Traffic(
        _total(one.reads for one in each), _total(one.writes for one in each)
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
    """Return the indices of a kernel's operations and of their results."""
    found: set[int] = set()
    for at, node in enumerate(nodes):
        if node.kind != "operator":
            continue
        is_result = any(one in found and not nodes[one].type for one in node.takes)
        if node.name in own or is_result:
            found.add(at)
    return found


def _launches(nodes: Sequence[GraphNode], inside: set[int]) -> list[set[int]]:
    """Return the nodes of each launch: nodes that use each other's values."""
    found: list[set[int]] = []
    for at in sorted(inside):
        near = [one for one in found if not one.isdisjoint(nodes[at].takes)]
        found = [one for one in found if one not in near]
        found.append({at}.union(*near))
    return found


def _total(sizes: Iterable[int | None]) -> int | None:
    known = [*sizes]
    found = [size for size in known if size is not None]
    return sum(found) if len(found) == len(known) > 0 else None
