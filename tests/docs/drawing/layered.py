"""Where the nodes of a small directed graph stand: in layers, edges downwards.

The steps are those of Sugiyama, Tagawa and Toda (Methods for visual understanding of
hierarchical system structures, 1981): edges that close a cycle are turned round, nodes
are put in layers by their longest path, long edges get a place in each layer that they
pass, layers are ordered by barycentres, and places along a layer are chosen so that
edges are straight (`straight`).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Iterable, Mapping, Sequence

from tests.docs.drawing.straight import straightened

_BETWEEN = "\0"  # in the names of passing edges
_SWEEPS = 12
_FLATTEST = 14.0  # an edge that leads this much further to the side than down
_THIN = 10.0  # the width that a passing edge takes


@dataclass(frozen=True)
class Size:
    """How much room a node takes."""

    width: float
    height: float


@dataclass(frozen=True)
class Spacing:
    """The least distances, along a layer and between layers."""

    across: float = 18.0
    down: float = 30.0


@dataclass(frozen=True)
class Layout:
    """Where nodes stand and edges run.

    Attributes:
        places: the upper left corner of each node.
        routes: the points of each edge, from its source to its target; an edge that
            was turned round runs upwards.
        turned: the edges that close a cycle.
        width: of it all.
        height: of it all.
    """

    places: Mapping[str, tuple[float, float]]
    routes: Mapping[tuple[str, str], tuple[tuple[float, float], ...]]
    turned: frozenset[tuple[str, str]]
    width: float
    height: float


def laid_out(
    sizes: Mapping[str, Size],
    edges: Iterable[tuple[str, str]],
    spacing: Spacing = Spacing(),
) -> Layout:
    """Return places for nodes and edges; the same for the same arguments.

    Args:
        sizes: the nodes, in an order that the drawing may keep.
        edges: pairs of nodes; those from a node to itself are left out.
        spacing: the least distances.
    """
    listed = [pair for pair in dict.fromkeys(edges) if pair[0] != pair[1]]
    turned = cycle_edges(list(sizes), listed)
    downward = {pair: pair if pair not in turned else pair[::-1] for pair in listed}
    ranks = layers_of(list(sizes), list(dict.fromkeys(downward.values())))
    chains, rows = _with_passing(list(sizes), list(downward.values()), ranks)
    links = _links(rows, chains)
    rows = _ordered(rows, links)
    widths = {name: sizes[name].width if name in sizes else _THIN for name in links}
    middles = straightened(
        rows,
        {name: near.above for name, near in links.items()},
        {name: near.below for name, near in links.items()},
        widths=widths,
        passes=lambda name: name not in sizes,
        across=spacing.across,
    )
    left = min((middles[n] - widths[n] / 2 for n in middles), default=0.0)
    middles = {name: x - left for name, x in middles.items()}
    spans = _spans(rows, sizes, _gaps(rows, links, middles, spacing.down))
    routes = {
        pair: _points(chains[lower], middles, spans)[:: 1 if pair == lower else -1]
        for pair, lower in downward.items()
    }
    return Layout(
        {
            name: (middles[name] - size.width / 2, spans[name][0])
            for name, size in sizes.items()
        },
        routes,
        turned,
        max((middles[n] + widths[n] / 2 for n in middles), default=0.0),
        max((bottom for _, bottom in spans.values()), default=0.0),
    )


def cycle_edges(
    nodes: Sequence[str], edges: Sequence[tuple[str, str]]
) -> frozenset[tuple[str, str]]:
    """Return the edges that lead back in a depth-first walk in the order of `nodes`.

    >>> sorted(cycle_edges(["a", "b"], [("a", "b"), ("b", "a")]))
    [('b', 'a')]
    """
    after: dict[str, list[str]] = defaultdict(list)
    for source, target in edges:
        after[source].append(target)
    found: set[tuple[str, str]] = set()
    done: set[str] = set()
    for root in nodes:
        if root in done:
            continue
        path = {root: iter(after[root])}
        while path:
            node = next(reversed(path))
            for target in path[node]:
                if target in path:
                    found.add((node, target))
                elif target not in done:
                    path[target] = iter(after[target])
                    break
            else:
                done.add(node)
                del path[node]
    return frozenset(found)


def layers_of(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Return for each node its layer: one below the lowest of those before it.

    What makes no edge longer by it then stands as low as it may, next to what needs it.

    >>> layers_of(["a", "b", "c"], [("a", "b"), ("b", "c"), ("a", "c")])
    {'a': 0, 'b': 1, 'c': 2}
    """
    after: dict[str, list[str]] = defaultdict(list)
    waits = dict.fromkeys(nodes, 0)
    for source, target in edges:
        after[source].append(target)
        waits[target] += 1
    before = dict(waits)
    ranks = dict.fromkeys(nodes, 0)
    order = [name for name in nodes if not waits[name]]
    for name in order:
        for target in after[name]:
            ranks[target] = max(ranks[target], ranks[name] + 1)
            waits[target] -= 1
            if not waits[target]:
                order.append(target)
    for name in reversed(order):
        if after[name] and len(after[name]) >= before[name]:
            ranks[name] = min(ranks[target] for target in after[name]) - 1
    return ranks


def _with_passing(
    nodes: Sequence[str], edges: Sequence[tuple[str, str]], ranks: Mapping[str, int]
) -> tuple[dict[tuple[str, str], list[str]], list[list[str]]]:
    """Return each edge as the places it passes, and what stands in each layer."""
    rows: list[list[str]] = [[] for _ in range(max(ranks.values(), default=-1) + 1)]
    for name in nodes:
        rows[ranks[name]].append(name)
    chains = {}
    for source, target in edges:
        between = range(ranks[source] + 1, ranks[target])
        passing = [_BETWEEN.join((source, target, str(rank))) for rank in between]
        for rank, name in zip(between, passing):
            if name not in rows[rank]:
                rows[rank].append(name)
        chains[source, target] = [source, *passing, target]
    return chains, rows


@dataclass
class _Neighbours:
    above: list[str]
    below: list[str]


def _links(
    rows: Sequence[Sequence[str]], chains: Mapping[tuple[str, str], list[str]]
) -> dict[str, _Neighbours]:
    links = {name: _Neighbours([], []) for row in rows for name in row}
    for chain in chains.values():
        for upper, lower in zip(chain, chain[1:]):
            links[upper].below.append(lower)
            links[lower].above.append(upper)
    return links


def _ordered(
    rows: list[list[str]], links: Mapping[str, _Neighbours]
) -> list[list[str]]:
    """Return the layers in the order with the fewest crossings that sweeps find."""
    best, fewest = rows, crossings(rows, links)
    now = [list(row) for row in rows]
    for sweep in range(_SWEEPS):
        downwards = sweep % 2 == 0
        numbers = range(1, len(now)) if downwards else range(len(now) - 2, -1, -1)
        for number in numbers:
            beside = now[number - 1 if downwards else number + 1]
            at = {name: place for place, name in enumerate(beside)}
            now[number] = _by_barycentre(now[number], at, links, above=downwards)
        found = crossings(now, links)
        if found < fewest:
            best, fewest = [list(row) for row in now], found
    return best


def _by_barycentre(
    row: Sequence[str],
    at: Mapping[str, int],
    links: Mapping[str, _Neighbours],
    *,
    above: bool,
) -> list[str]:
    """Return a layer by the mean place of neighbours; without any, a node stays."""

    def mean(place: int, name: str) -> float:
        near = links[name].above if above else links[name].below
        return sum(at[one] for one in near) / len(near) if near else float(place)

    keys = {name: (mean(place, name), place) for place, name in enumerate(row)}
    return sorted(row, key=keys.__getitem__)


def crossings(rows: Sequence[Sequence[str]], links: Mapping[str, _Neighbours]) -> int:
    """Return how many pairs of edges between neighbouring layers cross."""
    count = 0
    for upper, lower in zip(rows, rows[1:]):
        at = {name: place for place, name in enumerate(lower)}
        ends = [sorted(at[one] for one in links[name].below) for name in upper]
        seen: list[int] = []
        for group in ends:
            count += sum(1 for end in group for before in seen if before > end)
            seen += group
    return count


def _gaps(
    rows: Sequence[Sequence[str]],
    links: Mapping[str, _Neighbours],
    middles: Mapping[str, float],
    down: float,
) -> list[float]:
    """Return the distance below each layer: more where edges lead far to the side."""
    spans = (
        max(
            (abs(middles[one] - middles[n]) for n in row for one in links[n].below),
            default=0.0,
        )
        for row in rows
    )
    return [down + min(down, span / _FLATTEST) for span in spans]


def _spans(
    rows: Sequence[Sequence[str]], sizes: Mapping[str, Size], gaps: Sequence[float]
) -> dict[str, tuple[float, float]]:
    """Return top and bottom of each node, and of what passes its layer."""
    spans, top = {}, 0.0
    for row, gap in zip(rows, gaps):
        height = max((sizes[name].height for name in row if name in sizes), default=0.0)
        for name in row:
            own = sizes[name].height if name in sizes else height
            inset = (height - own) / 2
            spans[name] = top + inset, top + inset + own
        top += height + gap
    return spans


def _points(
    chain: Sequence[str],
    middles: Mapping[str, float],
    spans: Mapping[str, tuple[float, float]],
) -> tuple[tuple[float, float], ...]:
    """Return the points of an edge: straight through the layers that it passes."""
    first, last = chain[0], chain[-1]
    points = [(middles[first], spans[first][1])]
    for name in chain[1:-1]:
        points += [(middles[name], y) for y in spans[name]]
    return (*points, (middles[last], spans[last][0]))
