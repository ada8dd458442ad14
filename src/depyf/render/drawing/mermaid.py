"""Write a chart as Mermaid text, which GitHub and other programs draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.regexes import regex
from depyf.render.drawing.picture import HEXAGON, INK, KINDS, RECTANGLE, ROUND, SOFT
from depyf.render.drawing.text_size import clean, cut

if TYPE_CHECKING:
    from depyf.render.drawing.picture import Chart, Node

_MOST = 420.0  # pixels; Mermaid wraps lines, but a whole line of code is too long
# Matches characters that mean something in Mermaid, Markdown or HTML.
_PLAIN = regex(r"[^\w .,:()=/+\-?…]")
_SHAPES = {
    RECTANGLE: ('["', '"]'),
    ROUND: ('(["', '"])'),
    HEXAGON: ('{{"', '"}}'),
}


def mermaid_text(chart: Chart) -> str:
    """Return a chart as a flow chart of Mermaid."""
    names = {node.key: f"n{number}" for number, node in enumerate(chart.nodes)}
    lines = [
        "flowchart TD",
        f"    accTitle: {_words(chart.title)}",
        f"    accDescr: {_words(chart.about)}",
    ]
    for node in chart.nodes:
        start, end = _SHAPES[KINDS[node.kind].shape]
        lines.append(
            f"    {names[node.key]}{start}{_label(node)}{end}:::{_class(node.kind)}"
        )
    for edge in chart.edges:
        label = f'|"{_words(edge.label)}"|' if edge.label else ""
        lines.append(f"    {names[edge.source]} -->{label} {names[edge.target]}")
    for kind in sorted({node.kind for node in chart.nodes}):
        look = KINDS[kind]
        dashed = ",stroke-dasharray:4 3" if look.dashed else ""
        colours = f"fill:{look.fill},stroke:{look.border},color:{INK}{dashed}"
        lines.append(f"    classDef {_class(kind)} {colours}")
    return "\n".join([*lines, ""])


def _class(kind: str) -> str:
    """Return a class name for a kind: Mermaid reserves ``graph`` and ``call``."""
    return f"of_{kind}"


def _label(node: Node) -> str:
    return "<br/>".join(_words(cut(one.text, SOFT, _MOST)) for one in node.lines)


def _words(text: str) -> str:
    """Return a text without markup: special characters become ``#35;`` and so on."""
    return _PLAIN.sub(lambda found: f"#{ord(found.group())};", clean(text))
