"""Places along the layers of a graph for which edges are straight, long ones most.

The algorithm of Brandes and Köpf (Fast and simple horizontal coordinate assignment,
2001): every node is put in line with the middle one of its neighbours where that
crosses no edge that passes layers; lines of nodes are then moved together as near as
they may be.  That is done four times, from above and from below, from the left and from
the right, and each node gets the mean of the two middle results.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Callable, Dict, List, Mapping, Sequence, Set, Tuple

Rows = List[List[str]]
#: Of each node those that it has an edge with in the layer before.
Above = Mapping[str, Sequence[str]]
_Conflicts = Set[Tuple[str, str]]
_Places = Dict[str, float]


def straightened(
    rows: Sequence[Sequence[str]],
    above: Above,
    below: Above,
    *,
    widths: Mapping[str, float],
    passes: Callable[[str], bool],
    across: float,
) -> _Places:
    """Return the x of the middle of each node; the order in each layer is kept.

    Args:
        rows: the layers, from the top.
        above: of each node those in the layer above that it has an edge with.
        below: the same of the layer below.
        widths: of nodes.
        passes: tells whether it is no node but an edge that passes the layer.
        across: the least distance between two in a layer.
    """
    conflicts = _conflicts(rows, above, passes)
    found: list[_Places] = []
    for near, order in ((above, list(rows)), (below, list(rows)[::-1])):
        for flip in (False, True):
            turned = [list(row)[::-1] if flip else list(row) for row in order]
            roots = _aligned(turned, near, conflicts)
            places = _compacted(turned, roots, widths, across)
            found.append({n: -x for n, x in places.items()} if flip else places)
    return _balanced(found, widths)


def _conflicts(
    rows: Sequence[Sequence[str]], above: Above, passes: Callable[[str], bool]
) -> _Conflicts:
    """Return the edges that cross one between two places of passing edges."""
    found: _Conflicts = set()
    for upper, lower in zip(rows, rows[1:]):
        at = {name: place for place, name in enumerate(upper)}
        inner = [
            (at[one], place)
            for place, name in enumerate(lower)
            for one in above.get(name, ())
            if passes(name) and passes(one)
        ]
        for place, name in enumerate(lower):
            for one in above.get(name, ()):
                if passes(name) and passes(one):
                    continue
                if any((at[one] - a) * (place - b) < 0 for a, b in inner):
                    found.add((one, name))
    return found


def _aligned(rows: Rows, near: Above, conflicts: _Conflicts) -> dict[str, str]:
    """Return for each node the first of those it is in line with."""
    roots = {name: name for row in rows for name in row}
    taken: set[str] = set()  # in line with one of the next layer already
    for before, row in zip(rows, rows[1:]):
        at = {name: place for place, name in enumerate(before)}
        last = -1
        for name in row:
            wanted = sorted((at[one], one) for one in near.get(name, ()))
            half = (len(wanted) - 1) / 2
            middle = wanted[int(half) : int(half + 0.5) + 1] if wanted else []
            for place, one in middle:
                is_free = one not in taken and roots[name] == name
                is_clear = not {(one, name), (name, one)} & conflicts
                if is_free and is_clear and place > last:
                    roots[name] = roots[one]
                    taken.add(one)
                    last = place
    return roots


def _compacted(
    rows: Rows, roots: Mapping[str, str], widths: Mapping[str, float], across: float
) -> _Places:
    """Return places for which lines of nodes are as far left as they may be.

    Then those that nothing holds there move right, towards what is next to them.
    """
    before: dict[str, dict[str, float]] = defaultdict(dict)
    after: dict[str, dict[str, float]] = defaultdict(dict)
    for row in rows:
        for one, other in zip(row, row[1:]):
            gap = (widths[one] + widths[other]) / 2 + across
            left, right = roots[one], roots[other]
            gap = max(gap, before[right].get(left, 0.0))
            before[right][left] = after[left][right] = gap
    order = _topological(dict.fromkeys(roots.values()), before, after)
    xs: _Places = {}
    for line in order:
        xs[line] = max((xs[a] + g for a, g in before[line].items()), default=0.0)
    for line in reversed(order):
        room = min((xs[b] - g for b, g in after[line].items()), default=xs[line])
        xs[line] = max(xs[line], room)
    return {name: xs[root] for name, root in roots.items()}


def _topological(
    lines: Mapping[str, None],
    before: Mapping[str, Mapping[str, float]],
    after: Mapping[str, Mapping[str, float]],
) -> list[str]:
    waits = {line: len(before.get(line, ())) for line in lines}
    order = [line for line in lines if not waits[line]]
    for line in order:
        for other in after.get(line, ()):
            waits[other] -= 1
            if not waits[other]:
                order.append(other)
    return order


def _balanced(found: Sequence[_Places], widths: Mapping[str, float]) -> _Places:
    """Return the mean of the two middle results, all moved onto the narrowest."""
    if not found[0]:
        return {}
    ends = [
        (
            min(x - widths[n] / 2 for n, x in one.items()),
            max(x + widths[n] / 2 for n, x in one.items()),
        )
        for one in found
    ]
    left, right = min(ends, key=lambda pair: pair[1] - pair[0])
    moved = []
    for number, (one, (own_left, own_right)) in enumerate(zip(found, ends)):
        by = left - own_left if number % 2 == 0 else right - own_right
        moved.append({name: x + by for name, x in one.items()})
    middle = {}
    for name in found[0]:
        xs = sorted(one[name] for one in moved)
        middle[name] = (xs[1] + xs[2]) / 2
    return middle
