"""The types in which drawings are described, before a writer prints them.

A `Chart` says what is to be seen, a `Picture` also where.
"""

from __future__ import annotations

from typing import Tuple

from depyf.records import dataclass

#: x and y, in pixels from the upper left corner.
Point = Tuple[float, float]

# Of a line of text.
HEAD, CODE, SOFT = "head", "code", "soft"
# Where the end of an edge stands, seen from its start.
DOWN, RIGHT = "down", "right"


@dataclass(frozen=True)
class Line:
    """One line of text; `style` is `HEAD`, `CODE` or `SOFT`."""

    text: str
    style: str = HEAD


@dataclass(frozen=True)
class Node:
    """A thing in a drawing.

    Attributes:
        key: names it, no two of a chart alike.
        kind: one of `KINDS`.
        lines: what stands in it; long ones are wrapped, and cut where they must be.
        href: the file of the dump that it leads to, empty for none.
        tip: more to read when a pointer rests on it; the lines are by default.
        group: the nodes of one function that are laid out alike.
    """

    key: str
    kind: str
    lines: tuple[Line, ...]
    href: str = ""
    tip: str = ""
    group: str = ""

    @property
    def full_text(self) -> str:
        """The whole text of the node, uncut."""
        return self.tip or "\n".join(line.text for line in self.lines)


@dataclass(frozen=True)
class Edge:
    """An arrow between two nodes, with a word on it; `side` is `DOWN` or `RIGHT`."""

    source: str
    target: str
    label: str = ""
    side: str = DOWN


@dataclass(frozen=True)
class Chart:
    """The contents of a chart; `title` and `about` describe it to screen readers."""

    title: str
    about: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class Box:
    """A node at its position; `lines` are wrapped to fit."""

    node: Node
    lines: tuple[Line, ...]
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Return the x of its centre."""
        return self.x + self.width / 2

    @property
    def centre(self) -> float:
        """Return the y of its centre."""
        return self.y + self.height / 2

    @property
    def right(self) -> float:
        """Return the x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the y of its lower side."""
        return self.y + self.height


@dataclass(frozen=True)
class Route:
    """An edge at its position: through `points`, with `label` around `label_at`."""

    points: tuple[Point, ...]
    label: str = ""
    label_at: Point = (0.0, 0.0)
    arrow: bool = True


@dataclass(frozen=True)
class Picture:
    """The contents of a drawing, with positions."""

    title: str
    about: str
    width: float
    height: float
    boxes: tuple[Box, ...] = ()
    routes: tuple[Route, ...] = ()


# --- how it looks ---------------------------------------------------------------------

# A drawing does not know the page it is on, which may be white or dark.  So what is
# filled has a light fill of its own and dark text; what lies on the page, lines and
# borders, has a contrast of 3:1 against both.
PAGES = ("#ffffff", "#131416")
INK, SOFT_INK = "#1c1f24", "#4b525c"
LINE = "#7a828e"
PAPER = "#f3f4f6"  # of labels

SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"


@dataclass(frozen=True)
class Face:
    """The style of a line of text; `leading` is its height."""

    size: float
    leading: float
    weight: int
    mono: bool
    ink: str


FACES = {
    HEAD: Face(13, 18, 600, mono=False, ink=INK),
    CODE: Face(12, 17, 400, mono=True, ink=INK),
    SOFT: Face(11.5, 16, 400, mono=False, ink=SOFT_INK),
}

# Shapes of nodes.
RECTANGLE, ROUND, HEXAGON = "rectangle", "round", "hexagon"


@dataclass(frozen=True)
class Look:
    """The style of a kind of node."""

    fill: str
    border: str
    shape: str = RECTANGLE
    dashed: bool = False


KINDS = {
    "call": Look("#e6edfd", "#5b7fd6", ROUND),
    "guard": Look("#fff3d4", "#a8842c", HEXAGON),
    "code": Look("#f3f4f6", LINE),
    "graph": Look("#e0f3e6", "#3f9460"),
    "break": Look("#fde6e1", "#cf5b45"),
    "out": Look("#f3f4f6", LINE, ROUND),
    "miss": Look("#efe8fb", "#8d6cc4", ROUND),
    "more": Look("#f3f4f6", LINE, dashed=True),
}
