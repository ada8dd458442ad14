"""Writes a picture as SVG that stands alone: no script, no style sheet, no ids.

So it may be an image in Markdown, or stand in a page beside others.
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
    from depyf.render.drawing.picture import Bar, Box, Look, Picture, Point, Route, Tag

WIDEST = 760.0  # of the image in a text; what is wider is shown smaller
_PILL = 15.0  # the height of a label
_CORNER = 6.0
_HEAD = 6.5  # the length of an arrow's head


def svg_text(picture: Picture, widest: float = WIDEST) -> str:
    """Return a picture as SVG, shown no wider than `widest`."""
    width, height = math.ceil(picture.width), math.ceil(picture.height)
    scale = min(1.0, widest / width) if width else 1.0
    shown = f'width="{_n(width * scale)}" height="{_n(height * scale)}"'
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
        *(_arrow_head(route) for route in picture.routes if route.arrow),
        "</g>",
    ]
    for bar in picture.bars:
        lines += _bar(bar)
    for box in picture.boxes:
        lines += _box(box)
    for route in picture.routes:
        if route.label:
            x, y = route.label_at
            lines += _pill(x, y, route.label, SOFT)
    for tag in picture.tags:
        lines += _tag(tag)
    return "\n".join([*lines, "</svg>", ""])


def _n(number: float) -> str:
    """Return a number on the grid of half pixels."""
    return f"{halved(number):g}"


def _words(text: str) -> str:
    return escape(clean(text))


def _attribute(text: str) -> str:
    return quoteattr(clean(text))


def _line(route: Route) -> str:
    points = list(route.points)
    if route.arrow:  # the line ends within the head, not at its tip
        points[-1] = _towards(points[-1], _before_end(route), _HEAD / 2)
    path = _curve(points) if route.curved else _corners(points)
    return f'<path d="{path}"/>'


def _corners(points: list[Point]) -> str:
    """Return a way with its corners made round."""
    path = f"M{_n(points[0][0])} {_n(points[0][1])}"
    for before, here, after in zip(points, points[1:], points[2:]):
        room = min(_CORNER, _length(before, here) / 2, _length(here, after) / 2)
        start, end = _towards(here, before, room), _towards(here, after, room)
        path += f"L{_n(start[0])} {_n(start[1])}"
        path += f"Q{_n(here[0])} {_n(here[1])} {_n(end[0])} {_n(end[1])}"
    return f"{path}L{_n(points[-1][0])} {_n(points[-1][1])}"


def _curve(points: list[Point]) -> str:
    """Return a way that leaves each point upwards or downwards only."""
    path = f"M{_n(points[0][0])} {_n(points[0][1])}"
    for (x1, y1), (x2, y2) in zip(points, points[1:]):
        if abs(x1 - x2) < 1:
            path += f"L{_n(x2)} {_n(y2)}"
            continue
        half = (y1 + y2) / 2
        path += f"C{_n(x1)} {_n(half)} {_n(x2)} {_n(half)} {_n(x2)} {_n(y2)}"
    return path


def _length(one: Point, other: Point) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def _towards(start: Point, end: Point, by: float) -> Point:
    length = _length(start, end)
    if not length:
        return start
    part = by / length
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _before_end(route: Route) -> Point:
    """Return a point from which a way comes to its end; curves come straight down."""
    (x1, y1), (x, y) = route.points[-2:]
    if not route.curved:
        return x1, y1
    return x, y - 1 if y > y1 else y + 1


def _arrow_head(route: Route) -> str:
    (x1, y1), (x, y) = _before_end(route), route.points[-1]
    if abs(x - x1) > abs(y - y1):
        dx = -_HEAD if x > x1 else _HEAD
        return f'<path d="M{_n(x)} {_n(y)}l{_n(dx)} -4v8z"/>'
    dy = -_HEAD if y > y1 else _HEAD
    return f'<path d="M{_n(x)} {_n(y)}l-4 {_n(dy)}h8z"/>'


def _box(box: Box) -> Iterator[str]:
    node = box.node
    href = quote(clean(node.href), safe="/")
    yield f"<a href={quoteattr(href)}>" if href else "<g>"
    yield f"<title>{escape(_lines_of(node.full_text))}</title>"
    yield _outline(box, KINDS[node.kind])
    top = box.y + (box.height - sum(FACES[one.style].leading for one in box.lines)) / 2
    for one in box.lines:
        leading = FACES[one.style].leading
        yield _text(box.middle, top + leading / 2, one.text, one.style, "middle")
        top += leading
    yield "</a>" if href else "</g>"


def _lines_of(text: str) -> str:
    return "\n".join(map(clean, text.split("\n")))


def _outline(box: Box, look: Look) -> str:
    colours = f'fill="{look.fill}" stroke="{look.border}"'
    if look.dashed:
        colours += ' stroke-dasharray="4 3"'
    if look.shape == HEXAGON:
        slant = min(13.0, box.height / 3)
        path = (
            f"M{_n(box.x + slant)} {_n(box.y)}H{_n(box.right - slant)}"
            f"L{_n(box.right)} {_n(box.centre)}L{_n(box.right - slant)} "
            f"{_n(box.bottom)}H{_n(box.x + slant)}L{_n(box.x)} {_n(box.centre)}Z"
        )
        return f'<path d="{path}" {colours}/>'
    radius = min(box.height / 2, 17.0) if look.shape == ROUND else 4.0
    return (
        f'<rect x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" '
        f'height="{_n(box.height)}" rx="{_n(radius)}" {colours}/>'
    )


def _text(x: float, y: float, text: str, style: str, anchor: str) -> str:
    """Return a text whose letters have their middle at `y`."""
    face = FACES[style]
    family = f" font-family={quoteattr(MONO)}" if face.mono else ""
    weight = f' font-weight="{face.weight}"' if face.weight != 400 else ""
    placed = f'x="{_n(x)}" y="{_n(y + face.size * 0.35)}" text-anchor="{anchor}"'
    return (
        f'<text {placed} font-size="{face.size:g}" fill="{face.ink}"{weight}{family} '
        f'xml:space="preserve">{_words(text)}</text>'
    )


def _pill(x: float, y: float, text: str, style: str) -> Iterator[str]:
    """Yield a text with a ground of its own, around a point."""
    width = width_of(text, style) + 10
    yield (
        f'<rect x="{_n(x - width / 2)}" y="{_n(y - _PILL / 2)}" width="{_n(width)}" '
        f'height="{_n(_PILL)}" rx="{_n(_PILL / 2)}" fill="{PAPER}"/>'
    )
    yield _text(x, y, text, style, "middle")


def _tag(tag: Tag) -> Iterator[str]:
    half = width_of(tag.text, tag.style) / 2 + 5
    yield "<g>"
    yield f"<title>{escape(_lines_of(tag.tip or tag.text))}</title>"
    yield from _pill(tag.x + half, tag.y, tag.text, tag.style)
    yield "</g>"


def _bar(bar: Bar) -> Iterator[str]:
    yield (
        f'<rect x="{_n(bar.x)}" y="{_n(bar.y)}" width="{_n(bar.width)}" '
        f'height="{_n(bar.height)}" fill="{KINDS[bar.kind].fill}">'
        f"<title>{escape(_lines_of(bar.tip))}</title></rect>"
    )
