"""Place the nodes of a flow chart so that none overlap and no edges cross.

Each node except a root has one edge that leads to it.  The edge says whether the node
is placed below its predecessor or to the right of it.  The node is put as near as
possible without overlaps.  This is the tidy tree of Reingold and Tilford (1981), with
rectangles as contours.

If the drawing is too wide, functions are turned: their entries are placed below each
other.  Functions with the most entries are turned first, and branches last.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from typing import Iterable, Iterator, Mapping, NamedTuple, Sequence

from depyf.records import dataclass
from depyf.render.drawing.picture import DOWN, RIGHT, Box, Chart, Picture, Route
from depyf.render.drawing.text_size import lines_of, size_of, width_of

WIDTH = 760.0
_TEXT = 178.0  # the widest line of a node
_LEAST = 96.0  # the narrowest node
_GAP, _LABELLED, _ACROSS = 22.0, 40.0, 26.0
_APART = 14.0  # between nodes that no edge joins
_MARGIN = 4.0
_ELBOW = 11.0  # below a node, where the lines to several successors separate


class _Rect(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def moved(self, dx: float, dy: float) -> _Rect:
        return _Rect(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)


@dataclass
class _Block:
    """A node and all its successors; the middle of the node's top edge is at (0, 0)."""

    boxes: list[Box]
    routes: list[Route] = field(default_factory=list)
    taken: list[_Rect] = field(default_factory=list)

    @property
    def head(self) -> Box:
        return self.boxes[0]

    def moved(self, dx: float, dy: float) -> _Block:
        if not (dx or dy):  # most blocks need not move
            return self
        return _Block(
            [replace(box, x=box.x + dx, y=box.y + dy) for box in self.boxes],
            [_moved(route, dx, dy) for route in self.routes],
            [rect.moved(dx, dy) for rect in self.taken],
        )

    def add(self, other: _Block, route: Route) -> None:
        self.boxes += other.boxes
        self.routes += [*other.routes, route]
        self.taken += [*other.taken, *_rects_of(route)]


def arranged(chart: Chart) -> Picture:
    """Return a chart with positions; it is no wider than `WIDTH` if possible."""
    entries = Counter(node.group for node in chart.nodes if node.group)
    tried: list[Picture] = []
    for plan in _plans(entries):
        picture = _picture(chart, plan)
        if picture.width <= WIDTH:
            return picture
        tried.append(picture)
    return min(tried, key=lambda one: one.width)


class _Plan(NamedTuple):
    """The functions drawn with down and right swapped, and whether branches turn."""

    turned: frozenset[str] = frozenset()
    branches: bool = False


def _plans(entries: Mapping[str, int]) -> Iterator[_Plan]:
    yield _Plan()
    for fewest in sorted(set(entries.values()), reverse=True):
        yield _Plan(frozenset(name for name in entries if entries[name] >= fewest))
    several = frozenset(name for name in entries if entries[name] > 1)
    yield _Plan(branches=True)
    yield _Plan(several, branches=True)
    yield _Plan(frozenset(entries), branches=True)


def _picture(chart: Chart, plan: _Plan) -> Picture:
    blocks = [layout.block(key) for layout, key in _roots(chart, plan)]
    boxes: list[Box] = []
    routes: list[Route] = []
    below = _MARGIN
    for block in blocks:
        left = min(rect.left for rect in block.taken)
        top = min(rect.top for rect in block.taken)
        placed = block.moved(_MARGIN - left, below - top)
        below = max(rect.bottom for rect in placed.taken) + 2 * _GAP
        boxes += placed.boxes
        routes += placed.routes
    right = max((box.right for box in boxes), default=0.0)
    return Picture(
        chart.title,
        chart.about,
        right + _MARGIN,
        max(below - 2 * _GAP, 0.0) + _MARGIN,
        tuple(boxes),
        tuple(routes),
    )


def _roots(chart: Chart, plan: _Plan) -> list[tuple[_Layout, str]]:
    layout = _Layout(chart, plan)
    targets = {edge.target for edge in chart.edges}
    return [(layout, one.key) for one in chart.nodes if one.key not in targets]


class _Layout:
    def __init__(self, chart: Chart, plan: _Plan) -> None:
        boxes = [
            _sized(Box(node, lines_of(node, _TEXT), 0, 0, 0, 0)) for node in chart.nodes
        ]
        self._boxes = {box.node.key: box for box in _evened(boxes)}
        self._after: dict[str, list[tuple[str, str, str]]] = {}
        for edge in chart.edges:
            after = self._after.setdefault(edge.source, [])
            after.append((edge.target, edge.label, edge.side))
        self._turned = {box.node.key for box in boxes if box.node.group in plan.turned}
        for key in self._turned:
            self._after[key] = [
                (to, label, RIGHT if side == DOWN else DOWN)
                for to, label, side in self._after.get(key, ())
            ]
        for key, after in self._after.items():
            if plan.branches and [side for *_, side in after] == [DOWN, DOWN]:
                self._turned.add(key)
                self._after[key] = [(*after[0][:2], RIGHT), after[1]]

    def block(self, key: str) -> _Block:
        """Return a node and all of its successors."""
        order = self._reached(key)
        made: dict[str, _Block] = {}
        for one in reversed(order):  # no recursion: flow charts may be deep
            made[one] = self._joined(one, made)
        return made[key]

    def _reached(self, key: str) -> list[str]:
        order, waiting = [], [key]
        while waiting:
            one = waiting.pop()
            order.append(one)
            waiting += [target for target, _, _ in self._after.get(one, ())]
        return order

    def _joined(self, key: str, made: dict[str, _Block]) -> _Block:
        box = self._boxes[key]
        box = replace(box, x=-box.width / 2)
        block = _Block([box], [], [_rect(box)])
        after = self._after.get(key, ())
        below = [(made.pop(to), label) for to, label, side in after if side == DOWN]
        beside = [(made.pop(to), label) for to, label, side in after if side == RIGHT]
        if key in self._turned:
            _put_beside(block, beside, whole=True)
            _put_below(block, below)
        else:
            _put_below(block, below)
            _put_beside(block, beside, whole=False)
        return block


def _put_below(block: _Block, others: Sequence[tuple[_Block, str]]) -> None:
    """Put blocks in a row below `block`, centred on the middle of its node."""
    if not others:
        return
    gap = _LABELLED if any(label for _, label in others) else _GAP
    row: list[tuple[_Block, str]] = []
    taken: list[_Rect] = []
    for other, label in others:
        placed = other.moved(_push_right(taken, other.taken), 0)
        taken += placed.taken
        row.append((placed, label))
    middle = (row[0][0].head.middle + row[-1][0].head.middle) / 2
    row = [(one.moved(-middle, 0), label) for one, label in row]
    head = block.head
    down = max(
        head.bottom + gap,
        *(_push_down(block.taken[1:], one.taken) for one, _ in row),
    )
    for one, label in row:
        placed = one.moved(0, down)
        block.add(placed, _route_down(head, placed.head, label))


def _put_beside(
    block: _Block, others: Sequence[tuple[_Block, str]], *, whole: bool
) -> None:
    """Put blocks right of `block`; with `whole`, all parts are right of its node."""
    for other, label in others:
        head = block.head
        room = max(_ACROSS, width_of(label, "soft") + 34 if label else 0)
        placed = other.moved(0, head.centre - other.head.centre)
        left = min(r.left for r in placed.taken) if whole else placed.head.x
        right = max(
            head.right + room - left, _push_right(block.taken[1:], placed.taken)
        )
        placed = placed.moved(right, 0)
        start, end = (head.right, head.centre), (placed.head.x, head.centre)
        at = ((start[0] + end[0]) / 2, head.centre)
        if end[0] - start[0] > 2 * room:  # put the label near the edge's start
            at = (start[0] + room / 2, head.centre)
        block.add(placed, Route((start, end), label, at))


def _route_down(upper: Box, lower: Box, label: str) -> Route:
    start, end = (upper.middle, upper.bottom), (lower.middle, lower.y)
    if abs(start[0] - end[0]) < 1:
        at = (start[0], min((start[1] + end[1]) / 2, start[1] + _LABELLED / 2))
        return Route((start, end), label, at)
    elbow = upper.bottom + _ELBOW
    points = (start, (start[0], elbow), (end[0], elbow), end)
    return Route(points, label, (end[0], (elbow + end[1]) / 2 - 2))


def _push_right(taken: Iterable[_Rect], others: Sequence[_Rect]) -> float:
    """Return how far `others` must move right so that they do not overlap `taken`."""
    return (
        max(
            (
                one.right + _APART - other.left
                for one in taken
                for other in others
                if one.top < other.bottom + _APART and other.top < one.bottom + _APART
            ),
            default=-_FAR,
        )
        if taken
        else 0.0
    )


def _push_down(taken: Iterable[_Rect], others: Sequence[_Rect]) -> float:
    return max(
        (
            one.bottom + _APART - other.top
            for one in taken
            for other in others
            if one.left < other.right + _APART and other.left < one.right + _APART
        ),
        default=-_FAR,
    )


_FAR = 1e6


def _rects_of(route: Route) -> list[_Rect]:
    rects = [
        _Rect(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
        for a, b in zip(route.points, route.points[1:])
    ]
    if route.label:
        half = width_of(route.label, "soft") / 2 + 6
        x, y = route.label_at
        rects.append(_Rect(x - half, y - 9, x + half, y + 9))
    return rects


def _moved(route: Route, dx: float, dy: float) -> Route:
    return replace(
        route,
        points=tuple((x + dx, y + dy) for x, y in route.points),
        label_at=(route.label_at[0] + dx, route.label_at[1] + dy),
    )


def _rect(box: Box) -> _Rect:
    return _Rect(box.x, box.y, box.right, box.bottom)


def _evened(boxes: Sequence[Box]) -> list[Box]:
    """Give each box the width of the widest box in its group."""
    widest: dict[str, float] = {}
    for box in boxes:
        group = box.node.group
        widest[group] = max(widest.get(group, 0), box.width)
    return [
        replace(box, width=widest[box.node.group]) if box.node.group else box
        for box in boxes
    ]


def _sized(box: Box) -> Box:
    width, height = size_of(box.node, box.lines, _LEAST)
    return replace(box, width=width, height=height)
