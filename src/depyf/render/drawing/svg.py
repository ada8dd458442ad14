"""Write a picture as self-contained SVG: no script, no style sheet, no ids.

So it can be an image in Markdown, or be embedded in a page beside other drawings.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Iterator
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from depyf.render.drawing.picture import (
    FACES,
    HEXAGON,
    KINDS,
    LINE,
    MONO,
    PAPER,
    ROUND,
    SANS,
    SOFT,
)
from depyf.render.drawing.text_size import clean, halved, width_of

if TYPE_CHECKING:
    from depyf.render.drawing.picture import Box, Look, Picture, Point, Route

WIDEST = 760.0  # pixels; a wider drawing is scaled down to this width
_PILL = 15.0  # the height of a label
_CORNER = 6.0
_HEAD = 6.5  # the length of an arrow's head


def svg_text(picture: Picture) -> str:
    """Return a picture as SVG, shown no wider than `WIDEST`."""
    width, height = math.ceil(picture.width), math.ceil(picture.height)
    scale = min(1.0, WIDEST / width) if width else 1.0
    shown = f'width="{px(width * scale)}" height="{px(height * scale)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {shown} '
        f'viewBox="0 0 {width} {height}" role="img" '
        f"aria-label={_attribute(picture.title)} font-family={quoteattr(SANS)}>",
        f"<title>{_words(picture.title)}</title>",
        f"<desc>{_words(picture.about)}</desc>",
        f'<g fill="none" stroke="{LINE}" stroke-width="1.5">',
        *(_line(route) for route in picture.routes),
        "</g>",
        f'<g fill="{LINE}">',
        *(arrow_head(route) for route in picture.routes if route.arrow),
        "</g>",
    ]
    for box in picture.boxes:
        lines += _box(box)
    for route in picture.routes:
        if route.label:
            x, y = route.label_at
            lines += pill(x, y, route.label, SOFT)
    return "\n".join([*lines, "</svg>", ""])


def px(value: float) -> str:
    """Return a number rounded to half pixels, as text."""
    return f"{halved(value):g}"


def _words(text: str) -> str:
    return escape(clean(text))


def _attribute(text: str) -> str:
    return quoteattr(clean(text))


def _line(route: Route) -> str:
    points = list(route.points)
    if route.arrow:  # the line ends within the head, not at its tip
        points[-1] = towards(points[-1], points[-2], _HEAD / 2)
    return f'<path d="{_corners(points)}"/>'


def _corners(points: list[Point]) -> str:
    """Return the SVG path through the points, with rounded corners."""
    path = f"M{px(points[0][0])} {px(points[0][1])}"
    for before, here, after in zip(points, points[1:], points[2:]):
        room = min(_CORNER, _length(before, here) / 2, _length(here, after) / 2)
        start, end = towards(here, before, room), towards(here, after, room)
        path += f"L{px(start[0])} {px(start[1])}"
        path += f"Q{px(here[0])} {px(here[1])} {px(end[0])} {px(end[1])}"
    return f"{path}L{px(points[-1][0])} {px(points[-1][1])}"


def _length(one: Point, other: Point) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def towards(start: Point, end: Point, by: float) -> Point:
    """Return the point at the distance `by` from `start`, on the line to `end`."""
    length = _length(start, end)
    if not length:
        return start
    part = by / length
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def arrow_head(route: Route) -> str:
    """Return the arrow head at the end of a route, as an SVG path."""
    (x1, y1), (x, y) = route.points[-2:]
    if abs(x - x1) > abs(y - y1):
        dx = -_HEAD if x > x1 else _HEAD
        return f'<path d="M{px(x)} {px(y)}l{px(dx)} -4v8z"/>'
    dy = -_HEAD if y > y1 else _HEAD
    return f'<path d="M{px(x)} {px(y)}l-4 {px(dy)}h8z"/>'


def _box(box: Box) -> Iterator[str]:
    node = box.node
    href = quote(clean(node.href), safe="/")
    yield f"<a href={quoteattr(href)}>" if href else "<g>"
    yield f"<title>{escape(lines_of(node.full_text))}</title>"
    yield _outline(box, KINDS[node.kind])
    top = box.y + (box.height - sum(FACES[one.style].leading for one in box.lines)) / 2
    for one in box.lines:
        leading = FACES[one.style].leading
        yield _text(box.middle, top + leading / 2, one.text, one.style, "middle")
        top += leading
    yield "</a>" if href else "</g>"


def lines_of(text: str) -> str:
    """Return a text of several lines, with only characters that XML allows."""
    return "\n".join(map(clean, text.split("\n")))


def _outline(box: Box, look: Look) -> str:
    colours = f'fill="{look.fill}" stroke="{look.border}"'
    if look.dashed:
        colours += ' stroke-dasharray="4 3"'
    if look.shape == HEXAGON:
        slant = min(13.0, box.height / 3)
        path = (
            f"M{px(box.x + slant)} {px(box.y)}H{px(box.right - slant)}"
            f"L{px(box.right)} {px(box.centre)}L{px(box.right - slant)} "
            f"{px(box.bottom)}H{px(box.x + slant)}L{px(box.x)} {px(box.centre)}Z"
        )
        return f'<path d="{path}" {colours}/>'
    radius = min(box.height / 2, 17.0) if look.shape == ROUND else 4.0
    return (
        f'<rect x="{px(box.x)}" y="{px(box.y)}" width="{px(box.width)}" '
        f'height="{px(box.height)}" rx="{px(radius)}" {colours}/>'
    )


def _text(x: float, y: float, text: str, style: str, anchor: str) -> str:
    """Return an SVG text whose letters are centred vertically at `y`."""
    face = FACES[style]
    family = f" font-family={quoteattr(MONO)}" if face.mono else ""
    weight = f' font-weight="{face.weight}"' if face.weight != 400 else ""
    placed = f'x="{px(x)}" y="{px(y + face.size * 0.35)}" text-anchor="{anchor}"'
    return (
        f'<text {placed} font-size="{face.size:g}" fill="{face.ink}"{weight}{family} '
        f'xml:space="preserve">{_words(text)}</text>'
    )


def pill(x: float, y: float, text: str, style: str) -> Iterator[str]:
    """Yield an SVG text with a background, centred at `x` and `y`."""
    width = width_of(text, style) + 10
    yield (
        f'<rect x="{px(x - width / 2)}" y="{px(y - _PILL / 2)}" width="{px(width)}" '
        f'height="{px(_PILL)}" rx="{px(_PILL / 2)}" fill="{PAPER}"/>'
    )
    yield _text(x, y, text, style, "middle")
