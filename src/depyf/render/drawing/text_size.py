"""Estimate the width of a text without its font, and fit texts to a width.

The reader's browser chooses the font.  The widths here are those of wide fonts among
the usual ones, so that a text fits its box in any of them.
"""

from __future__ import annotations

import unicodedata
from typing import Dict, Iterator, Sequence

from depyf.render.drawing.picture import FACES, KINDS, Face, Line, Node

# Widths of characters, in thousandths of the font size.
_MONO = 615
_WIDE = 1050  # Chinese, Japanese, Korean, emoji
_OTHER = 760  # letters of other scripts, and signs
_BOLD = 1.06
_GROUPS = (
    (300, "ijl.,:;'|!I "),
    (410, 'frt()[]{}/\\`"-'),
    (560, "csxyzkvJ?_*^~"),
    (620, "abdeghnopquFELTSZ0123456789$"),
    (700, "ABCDGHKNOPQRUVXY<>=+#&"),
    (900, "mwM%"),
    (1000, "W@"),
)
_WIDTHS = {char: width for width, chars in _GROUPS for char in chars}
_CUT = "…"
_BREAKABLE = " /._,)=-"


def clean(text: str) -> str:
    r"""Return a text as one line, with only characters that XML allows.

    >>> clean("a\n\x00b")
    'a �b'
    """
    if text.isprintable():
        return text
    return "".join(
        " " if char in "\t\n\r\x85\u2028\u2029" else char if _may_stand(char) else "�"
        for char in text
    )


def _may_stand(char: str) -> bool:
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF or code & 0xFFFE == 0xFFFE:
        return False
    # Format characters, such as those that change the text's direction, are left out.
    return unicodedata.category(char) not in {"Cc", "Cf", "Zl", "Zp"}


def width_of(text: str, style: str) -> float:
    """Return an upper estimate of a text's width.

    >>> width_of("code", "code") < width_of("longer", "code")
    True
    """
    widths = _WIDTHS_OF[style]
    return sum(map(widths.__getitem__, text)) * FACES[style].size / 1000


class _Widths(Dict[str, float]):
    """The widths of a face's characters, computed when they are first needed."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self._face = face

    def __missing__(self, char: str) -> float:
        width = self[char] = _width(char, self._face)
        return width


_WIDTHS_OF = {style: _Widths(face) for style, face in FACES.items()}


def _width(char: str, face: Face) -> float:
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in {"W", "F"}:
        return _WIDE
    if face.mono:
        return _MONO if char < "\u0250" else _OTHER
    return _WIDTHS.get(char, _OTHER) * (_BOLD if face.weight > 500 else 1)


def cut(text: str, style: str, width: float) -> str:
    """Return a text; if it is wider than `width`, its end is replaced by "…"."""
    if width_of(text, style) <= width:
        return text
    room = width - width_of(_CUT, style)
    kept = ""
    for char in text:
        room -= width_of(char, style)
        if room < 0:
            break
        kept += char
    return kept.rstrip() + _CUT


def wrapped(text: str, style: str, width: float, most: int) -> list[str]:
    """Return a text wrapped on at most `most` lines; the last one may be cut.

    >>> wrapped("a graph break in a loop", "head", 110, 2)
    ['a graph break', 'in a loop']
    """
    rest = " ".join(clean(text).split())
    lines: list[str] = []
    while rest and len(lines) < most - 1 and width_of(rest, style) > width:
        end = _end_of_line(rest, style, width)
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*lines, cut(rest, style, width)] if rest else lines


def _end_of_line(text: str, style: str, width: float) -> int:
    """Return how many characters the first line takes, up to its best break."""
    fits, room = 0, width
    for char in text:
        room -= width_of(char, style)
        if room < 0:
            break
        fits += 1
    fits = max(fits, 1)
    blanks = [at for at in range(1, min(fits + 1, len(text))) if text[at] == " "]
    outer = [at for at in blanks if not _is_within_brackets(text[:at])]
    commas = [at for at in outer if text[at - 1] == ","]
    for places, least in ((commas, fits // 2), (outer, fits // 2), (blanks, fits // 3)):
        if places and places[-1] > least:
            return places[-1]
    for end in range(fits, fits // 2, -1):
        if text[end - 1] in _BREAKABLE:
            return end
    return fits


def _is_within_brackets(text: str) -> bool:
    return any(text.count(a) > text.count(b) for a, b in ("()", "[]", "{}"))


#: The space around the text of a node.
_PAD_X, _PAD_Y = 12.0, 8.0
_HEXAGON = 10.0  # additional space on the left and right of a hexagon


def lines_of(node: Node, width: float, most: int = 2) -> tuple[Line, ...]:
    """Return a node's lines, each wrapped on at most `most` lines."""
    return tuple(_lines(node.lines, width, most))


def _lines(lines: Sequence[Line], width: float, most: int) -> Iterator[Line]:
    for line in lines:
        for text in wrapped(line.text, line.style, width, most):
            yield Line(text, line.style)


def size_of(node: Node, lines: Sequence[Line], least: float = 0) -> tuple[float, float]:
    """Return the width and height of a node with these lines."""
    pad = _PAD_X + (_HEXAGON if KINDS[node.kind].shape == "hexagon" else 0)
    widest = max((width_of(line.text, line.style) for line in lines), default=0)
    height = sum(FACES[line.style].leading for line in lines)
    return halved(max(least, widest + 2 * pad)), halved(height + 2 * _PAD_Y)


def halved(number: float) -> float:
    """Return a number rounded to the nearest half: drawings use half pixels."""
    return round(number * 2) / 2
