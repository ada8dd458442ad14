"""The one type scale and the one set of colours of all drawings.

A drawing does not know the page it is on, which may be white or dark.  So what is
filled has a light fill of its own and dark text; what lies on the page, lines and
borders, has a contrast of 3:1 against both.
"""

from __future__ import annotations

from dataclasses import dataclass

from depyf.render.drawing.picture import CODE, HEAD, SOFT

PAGES = ("#ffffff", "#131416")
INK, SOFT_INK = "#1c1f24", "#4b525c"
LINE = "#7a828e"
PAPER = "#f3f4f6"  # of labels

SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"


@dataclass(frozen=True)
class Face:
    """How a line of text looks; `leading` is the height of a line."""

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
    """How a kind of node looks."""

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
    "input": Look("#e6edfd", "#5b7fd6", ROUND),
    "operator": Look("#f3f4f6", LINE),
    "output": Look("#e0f3e6", "#3f9460", ROUND),
    # Phases of compiling.
    "Dynamo": Look("#5b7fd6", "#5b7fd6"),
    "AOTAutograd": Look("#a8842c", "#a8842c"),
    "Inductor": Look("#3f9460", "#3f9460"),
    "compiler": Look("#cf5b45", "#cf5b45"),
    "phase": Look(LINE, LINE),
}
