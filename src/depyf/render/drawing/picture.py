"""Define the types that describe a drawing, before it is written as SVG or Mermaid.

A `Chart` has nodes and edges without positions; a `Picture` has positions, too.
"""

from __future__ import annotations

from typing import Tuple

from depyf.records import dataclass

#: x and y, in pixels from the upper left corner.
Point = Tuple[float, float]

# Styles of a line of text.
HEAD, CODE, SOFT = "head", "code", "soft"
# Sides of an edge: where its target is, seen from its source.
DOWN, RIGHT = "down", "right"


@dataclass(frozen=True)
class Line:
    """One line of text; `style` is `HEAD`, `CODE` or `SOFT`."""

    text: str
    style: str = HEAD


@dataclass(frozen=True)
class Node:
    """A node of a chart.

    Attributes:
        key: a name that no other node of the chart has.
        kind: a key of `KINDS`.
        lines: the lines of its text; long lines are wrapped, then cut.
        href: the file of the dump that the node links to; empty for none.
        tip: the text that is shown when the pointer rests on the node; by default
            its lines.
        group: the key of the node's function, whose nodes are laid out alike.
    """

    key: str
    kind: str
    lines: tuple[Line, ...]
    href: str = ""
    tip: str = ""
    group: str = ""

    @property
    def full_text(self) -> str:
        """The whole text of the node, not cut."""
        return self.tip or "\n".join(line.text for line in self.lines)


@dataclass(frozen=True)
class Edge:
    """An arrow between two nodes, with a label; `side` is `DOWN` or `RIGHT`."""

    source: str
    target: str
    label: str = ""
    side: str = DOWN


@dataclass(frozen=True)
class Chart:
    """A chart without positions; `title` and `about` describe it for screen readers."""

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
        """Return the x coordinate of the centre."""
        return self.x + self.width / 2

    @property
    def centre(self) -> float:
        """Return the y coordinate of the centre."""
        return self.y + self.height / 2

    @property
    def right(self) -> float:
        """Return the x coordinate of the right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the y coordinate of the lower side."""
        return self.y + self.height


@dataclass(frozen=True)
class Route:
    """An edge with positions: a line through `points`, with `label` at `label_at`."""

    points: tuple[Point, ...]
    label: str = ""
    label_at: Point = (0.0, 0.0)
    arrow: bool = True


@dataclass(frozen=True)
class Picture:
    """A drawing: boxes and routes with positions."""

    title: str
    about: str
    width: float
    height: float
    boxes: tuple[Box, ...] = ()
    routes: tuple[Route, ...] = ()


# --- colours and fonts ----------------------------------------------------------------

# A page that shows a drawing may be white or dark.  So nodes have a light fill and dark
# text, and lines and borders have a contrast of 3:1 against both kinds of page.
PAGES = ("#ffffff", "#131416")
INK, SOFT_INK = "#1c1f24", "#4b525c"
LINE = "#7a828e"
PAPER = "#f3f4f6"  # the background of labels

SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"


@dataclass(frozen=True)
class Face:
    """The font of a line of text; `leading` is the height of the line."""

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
