"""What only drawings of the docs have: curves, bars, and texts on their own."""

from __future__ import annotations

from typing import Iterator, Sequence
from xml.sax.saxutils import escape

from depyf.records import dataclass
from depyf.render.drawing.picture import (
    KINDS,
    LINE,
    ROUND,
    SOFT,
    Look,
    Picture,
    Point,
    Route,
)
from depyf.render.drawing.svg import (
    arrow_head,
    lines_of,
    pill,
    px,
    svg_text,
    towards,
)
from depyf.render.drawing.text_size import width_of

KINDS.update(
    {
        "input": Look("#e6edfd", "#5b7fd6", ROUND),
        "operator": Look("#f3f4f6", LINE),
        "output": Look("#e0f3e6", "#3f9460", ROUND),
    }
)
# Of bars: the phases of compiling.
PHASES = {
    "Dynamo": "#5b7fd6",
    "AOTAutograd": "#a8842c",
    "Inductor": "#3f9460",
    "compiler": "#cf5b45",
    "phase": LINE,
}
_HEAD = 6.5  # the length of an arrow's head
_LINES = f'<g fill="none" stroke="{LINE}" stroke-width="1.5">'
_HEADS = f'<g fill="{LINE}">'


@dataclass(frozen=True)
class Tag:
    """A text that stands on its own; `x` is its left side, `y` its centre."""

    x: float
    y: float
    text: str
    style: str = SOFT
    tip: str = ""


@dataclass(frozen=True)
class Bar:
    """A length that stands for a number; `kind` is one of `PHASES`."""

    x: float
    y: float
    width: float
    height: float
    kind: str
    tip: str = ""


@dataclass(frozen=True)
class Drawing(Picture):
    """A picture with more in it; a curve is an arrow through points."""

    curves: tuple[tuple[Point, ...], ...] = ()
    tags: tuple[Tag, ...] = ()
    bars: tuple[Bar, ...] = ()


def drawing_svg(picture: Picture) -> str:
    """Return a picture as SVG, with what only the documentation has."""
    text = svg_text(picture)
    if not isinstance(picture, Drawing):
        return text
    lines = "".join(f"\n{_curve(points)}" for points in picture.curves)
    heads = "".join(f"\n{arrow_head(_end(points))}" for points in picture.curves)
    more = [line for bar in picture.bars for line in _bar(bar)]
    more += [line for tag in picture.tags for line in _tag(tag)]
    text = text.replace(_LINES, _LINES + lines, 1).replace(_HEADS, _HEADS + heads, 1)
    return text.replace("</svg>", "\n".join([*more, "</svg>"]))


def _end(points: Sequence[Point]) -> Route:
    """Return how a curve comes to its end: straight up or down."""
    (_, before), (x, y) = points[-2:]
    return Route(((x, y - 1 if y > before else y + 1), (x, y)))


def _curve(points: Sequence[Point]) -> str:
    """Return a way that leaves each point upwards or downwards only."""
    before, end = _end(points).points
    # The line ends within the head, not at its tip.
    way = [*points[:-1], towards(end, before, _HEAD / 2)]
    path = f"M{px(way[0][0])} {px(way[0][1])}"
    for (x1, y1), (x2, y2) in zip(way, way[1:]):
        x, y, half = px(x2), px(y2), px((y1 + y2) / 2)
        is_straight = abs(x1 - x2) < 1
        path += f"L{x} {y}" if is_straight else f"C{px(x1)} {half} {x} {half} {x} {y}"
    return f'<path d="{path}"/>'


def _tag(tag: Tag) -> Iterator[str]:
    half = width_of(tag.text, tag.style) / 2 + 5
    yield "<g>"
    yield f"<title>{escape(lines_of(tag.tip or tag.text))}</title>"
    yield from pill(tag.x + half, tag.y, tag.text, tag.style)
    yield "</g>"


def _bar(bar: Bar) -> Iterator[str]:
    yield (
        f'<rect x="{px(bar.x)}" y="{px(bar.y)}" width="{px(bar.width)}" '
        f'height="{px(bar.height)}" fill="{PHASES[bar.kind]}">'
        f"<title>{escape(lines_of(bar.tip))}</title></rect>"
    )
