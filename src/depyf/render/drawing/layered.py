"""Where the nodes of a small directed graph stand: in layers, edges downwards.

The steps are those of Sugiyama, Tagawa and Toda (Methods for visual understanding of
hierarchical system structures, 1981): edges that close a cycle are turned round, nodes
are put in layers by their longest path, long edges get a place in each layer that they
pass, layers are ordered by barycentres, and places along a layer are chosen so that
edges are straight.  The last is a least-squares problem for one layer at a time: as near
to the neighbours as keeps order and distance, solved exactly by pooling neighbours that
would overlap (the pool-adjacent-violators algorithm of isotonic regression).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Iterable, Mapping, Sequence

Edge = "tuple[str, str]"
_SWEEPS = 12
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
    spacing: Spacing = Spacing(),  # noqa: B008 - it is frozen
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
    links = _links(chains)
    rows = _ordered(rows, links)
    widths = {name: sizes[name].width if name in sizes else _THIN for name in links}
    middles = _middles(rows, links, widths, spacing.across)
    tops, heights = _tops(rows, sizes, spacing.down)
    left = min((middles[n] - widths[n] / 2 for n in middles), default=0.0)
    places = {
        name: (
            middles[name] - size.width / 2 - left,
            tops[ranks[name]] + (heights[ranks[name]] - size.height) / 2,
        )
        for name, size in sizes.items()
    }
    rank = {name: number for number, row in enumerate(rows) for name in row}
    routes = {}
    for pair, lower in downward.items():
        points = _points(chains[lower], places, sizes, rank, tops, heights, middles, left)
        routes[pair] = points if pair == lower else points[::-1]
    return Layout(
        places,
        routes,
        turned,
        max((middles[n] + widths[n] / 2 - left for n in middles), default=0.0),
        tops[-1] + heights[-1] if tops else 0.0,
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
            target = next(path[node], None)
            if target is None:
                done.add(node)
                del path[node]
            elif target in path:
                found.add((node, target))
            elif target not in done:
                path[target] = iter(after[target])
    return frozenset(found)


def layers_of(
    nodes: Sequence[str], edges: Sequence[tuple[str, str]]
) -> dict[str, int]:
    """Return for each node its layer: one below the lowest of those before it.

    A node with nothing before it stands right above the first that needs it.

    >>> layers_of(["a", "b", "c"], [("a", "b"), ("b", "c"), ("a", "c")])
    {'a': 0, 'b': 1, 'c': 2}
    """
    after: dict[str, list[str]] = defaultdict(list)
    waits = dict.fromkeys(nodes, 0)
    for source, target in edges:
        after[source].append(target)
        waits[target] += 1
    first = [name for name in nodes if not waits[name]]
    ranks = dict.fromkeys(nodes, 0)
    ready = list(first)
    while ready:
        name = ready.pop()
        for target in after[name]:
            ranks[target] = max(ranks[target], ranks[name] + 1)
            waits[target] -= 1
            if not waits[target]:
                ready.append(target)
    for name in first:
        ranks[name] = min((ranks[target] for target in after[name]), default=1) - 1
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
        passing = [f"{source}\0{target}\0{rank}" for rank in between]
        for rank, name in zip(between, passing):
            if name not in rows[rank]:
                rows[rank].append(name)
        chains[source, target] = [source, *passing, target]
    return chains, rows


@dataclass
class _Neighbours:
    above: list[str]
    below: list[str]


def _links(chains: Mapping[tuple[str, str], list[str]]) -> dict[str, _Neighbours]:
    links: dict[str, _Neighbours] = defaultdict(lambda: _Neighbours([], []))
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


def _middles(
    rows: Sequence[Sequence[str]],
    links: Mapping[str, _Neighbours],
    widths: Mapping[str, float],
    across: float,
) -> dict[str, float]:
    """Return the x of the middle of each node and passing edge."""
    middles: dict[str, float] = {}
    for row in rows:
        edge = 0.0
        for name in row:
            middles[name] = edge + widths[name] / 2
            edge += widths[name] + across
    for sweep in range(2 * _SWEEPS):
        downwards = sweep % 2 == 0
        for row in rows if downwards else list(reversed(rows)):
            wishes = [_wish(name, links, middles, sweep) for name in row]
            weights = [_weight(name, links) for name in row]
            gaps = [
                (widths[a] + widths[b]) / 2 + across for a, b in zip(row, row[1:])
            ]
            for name, x in zip(row, spread(wishes, weights, gaps)):
                middles[name] = x
    return middles


def _wish(
    name: str, links: Mapping[str, _Neighbours], middles: Mapping[str, float], sweep: int
) -> float:
    """Return where a node would like to stand: in the middle of its neighbours."""
    beside = links[name]
    near = beside.above if sweep % 2 == 0 else beside.below
    if sweep >= _SWEEPS or not near:  # in the end both sides count
        near = [*beside.above, *beside.below]
    return sum(middles[one] for one in near) / len(near) if near else middles[name]


def _weight(name: str, links: Mapping[str, _Neighbours]) -> float:
    """Return how much a wish counts: edges that pass stay straight first of all."""
    return 8.0 if "\0" in name else 1.0 + 0.1 * len(links[name].above)


def spread(
    wishes: Sequence[float], weights: Sequence[float], gaps: Sequence[float]
) -> list[float]:
    """Return places next to wishes that keep their order and distances.

    The weighted sum of the squares of what they are off is the least.

    >>> spread([0, 0], [1, 1], [10])
    [-5.0, 5.0]
    """
    offsets = [0.0]
    for gap in gaps:
        offsets.append(offsets[-1] + gap)
    pools: list[tuple[float, float, int]] = []  # mean, weight, members
    for wish, weight, offset in zip(wishes, weights, offsets):
        mean, total, count = wish - offset, weight, 1
        while pools and pools[-1][0] > mean:
            before = pools.pop()
            mean = (before[0] * before[1] + mean * total) / (before[1] + total)
            total, count = total + before[1], count + before[2]
        pools.append((mean, total, count))
    bases = [mean for mean, _, count in pools for _ in range(count)]
    return [base + offset for base, offset in zip(bases, offsets)]


def _tops(
    rows: Sequence[Sequence[str]], sizes: Mapping[str, Size], down: float
) -> tuple[list[float], list[float]]:
    tops, heights, top = [], [], 0.0
    for row in rows:
        height = max((sizes[name].height for name in row if name in sizes), default=0.0)
        tops.append(top)
        heights.append(height)
        top += height + down
    return tops, heights


def _points(
    chain: Sequence[str],
    places: Mapping[str, tuple[float, float]],
    sizes: Mapping[str, Size],
    rank: Mapping[str, int],
    tops: Sequence[float],
    heights: Sequence[float],
    middles: Mapping[str, float],
    left: float,
) -> tuple[tuple[float, float], ...]:
    """Return the points of an edge: straight through the layers that it passes."""
    first, last = chain[0], chain[-1]
    points = [
        (middles[first] - left, places[first][1] + sizes[first].height),
    ]
    for name in chain[1:-1]:
        x, top = middles[name] - left, tops[rank[name]]
        points += [(x, top), (x, top + heights[rank[name]])]
    return (*points, (middles[last] - left, places[last][1]))
