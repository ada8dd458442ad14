"""All drawings are XML that needs nothing, readable on a white and on a dark page."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from depyf.render.drawing.picture import (
    FACES,
    INK,
    KINDS,
    LINE,
    PAGES,
    PAPER,
    SOFT_INK,
    Box,
    Line,
    Node,
    Picture,
    Route,
)
from depyf.render.drawing.svg import svg_text
from depyf.render.drawing.text_size import clean, cut, width_of, wrapped
from depyf.render.files import flow_files

from .journal import nasty_run
from .test_drawing_flow import JOURNALS, flow_svg, run_of

SVG = "{http://www.w3.org/2000/svg}"
FILLED = {name: look for name, look in KINDS.items() if look.fill != look.border}


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    ]
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    """Return the contrast of two colours as WCAG 2 defines it."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("colour", sorted({LINE, *(k.border for k in KINDS.values())}))
def test_what_lies_on_the_page_has_contrast(page, colour):
    assert contrast(page, colour) >= 3


@pytest.mark.parametrize("ground", sorted({PAPER, *(k.fill for k in FILLED.values())}))
@pytest.mark.parametrize("ink", [INK, SOFT_INK])
def test_text_has_contrast_to_its_ground(ground, ink):
    assert contrast(ground, ink) >= 4.5


def test_the_inks_of_texts_are_those():
    assert {face.ink for face in FACES.values()} == {INK, SOFT_INK}


def elements_of(text):
    return list(ET.fromstring(text).iter())


def check_drawing(text):
    """Check that a drawing is what any page may hold."""
    root, *elements = elements_of(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [one.tag for one in elements[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert float(root.get("width")) <= 760
    assert not [one for one in elements if one.get("id") or one.get("style")]
    allowed = {"svg", "title", "desc", "g", "a", "path", "rect", "text"}
    assert {one.tag[len(SVG) :] for one in elements} <= allowed
    numbers = re.findall(r'(?:x|y|width|height)="(-?\d+(?:\.\d+)?)"', text)
    assert numbers
    assert not [n for n in numbers if float(n) * 2 % 1]


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.name.partition(".")[0])
def test_the_flow_chart_of_every_recorded_run_is_well_formed(path):
    run = run_of(path)
    if run.compilations:
        check_drawing(flow_svg(run))


def test_hostile_names_stay_text():
    for name, make_text in flow_files(nasty_run()):
        if name.endswith(".svg"):
            elements = elements_of(make_text())
            assert {one.tag for one in elements} & {
                f"{SVG}script",
                f"{SVG}img",
            } == set()
            links = [one.get("href") for one in elements if one.tag == f"{SVG}a"]
            assert not [link for link in links if ":" in link]
            shown = "".join(one.text or "" for one in elements)
            assert "</script><img" in shown


@pytest.mark.parametrize(
    "text", ["\x00", "a\nb", "\ud800", "\ufffe", "\u202egpj.exe", "]]>", "&lt;", "'\""]
)
def test_any_text_is_written_as_xml(text):
    lines = (Line(text),)
    node = Node("n", "call", lines, href=text, tip=text)
    box = Box(node, (Line(clean(text)),), 0, 0, 20, 20)
    route = Route(((0, 0), (5, 5)), text, (2, 2))
    made = svg_text(Picture(text, text, 30, 30, (box,), (route,)))
    assert ET.fromstring(made.encode()) is not None
    assert "\u202e" not in made


def test_a_text_that_is_too_wide_is_wrapped_and_cut():
    text = "model.layers.self_attention.q_proj(hidden_states, position_embeddings)"
    lines = wrapped(text, "code", 120, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert all(width_of(line, "code") <= 120 for line in lines)
    assert cut("short", "code", 120) == "short"


def test_wrapping_leaves_no_character_out():
    text = "for x float32 [10, 20], y float32 [8, 1], requires_grad=True"
    lines = wrapped(text, "soft", 130, 9)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert lines[0] == "for x float32 [10, 20],"
