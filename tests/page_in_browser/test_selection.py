"""A click on a line of a real model ends at its nodes, and nothing moves on the way.

What belongs to a line is what the model tells; the page only has to show it.
"""

from __future__ import annotations

import re

import pytest

from tests.model.node_links import SOURCE, Selection

from .browsers import seen, settled
from .conftest import RUNS
from .told import Told, entries

pytestmark = pytest.mark.browser
THREE = "/code?panes=source+graph+kernel"
STEPS = re.compile(r"node (\d+) of (\d+)(?: \((\d+)\))?")
NEXT = '[aria-label="The next selected node"]'
CURRENT = """() => {
  const node = document.querySelector("g.graph-node.is-current");
  const box = document.querySelector(".graph-picture").getBoundingClientRect();
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return { name: node.id.slice(node.id.indexOf("=") + 1),
    selected: node.classList.contains("is-selected"),
    open: !node.classList.contains("is-group"),
    seen: left < box.right && right > box.left && top >= box.top - 1
      && bottom <= box.bottom + 1 };
}"""
TOPS = """() => [...document.querySelectorAll(".split, .told, .pane > h2")]
  .map((one) => one.getBoundingClientRect().top)"""


def lines_of(told):
    """Return lines of the model with several nodes, with these; the model tells."""
    captured = told.stages[0]
    places = {node.place for node in told.nodes(captured) if node.place is not None}
    found = {}
    for one in sorted(places, key=lambda place: (place.file, place.line)):
        lit = told.lit(Selection(SOURCE, one.file, one.line))
        operators = {n.name for n in told.nodes(captured) if n.kind == "operator"}
        nodes = [name for name in lit.nodes[captured] if name in operators]
        if len(nodes) > 4:
            found[one.file, one.line] = (nodes, lit)
    return found


@pytest.fixture(scope="module")
def told():
    """What belongs together in the first entry of a U-Net that trains."""
    return Told(entries(RUNS["unet"])[0])


def test_a_line_opens_its_nodes_and_they_are_stepped_through(viewer, told):
    lines = lines_of(told)
    assert lines
    for (file, line), (nodes, _) in list(lines.items())[:4]:
        page = viewer.at("unet", "#")
        page = viewer.at("unet", f"{told.entry.fragment}{THREE}&line={line}&in={file}")
        page.wait_for_selector(".graph-steps output:not(:empty)")
        words = page.locator(".graph-steps output").inner_text()
        at, count, whole = STEPS.fullmatch(words).groups()
        assert at == "1"
        assert int(whole or count) == len(nodes)
        names = set()
        for _ in range(int(count)):
            now = page.evaluate(CURRENT)
            assert now["open"], now
            assert now["selected"], now
            assert now["seen"], now
            names.add(now["name"])
            if int(count) > 1:
                page.locator(NEXT).click()
                settled(page)
        assert len(names) == int(count)
        assert names <= set(nodes)
        assert page.locator(".graph-steps output").inner_text() == words


def test_nothing_moves_when_a_line_is_clicked(viewer, told):
    page = viewer.at("unet", told.entry.fragment + THREE)
    page.keyboard.press("Escape")
    settled(page)
    before = page.evaluate(TOPS)
    assert len(before) > 3
    for row in page.locator('section[aria-label^="You wrote"] .row.covered').all()[:5]:
        row.click()
        settled(page)
        assert page.evaluate(TOPS) == before


def test_kernels_of_a_line_stand_under_the_modules_they_run_for(viewer, told):
    """As many kernels as the model tells, by number, the backward's last."""
    (file, line), (_, lit) = max(
        lines_of(told).items(),
        key=lambda item: sum(map(len, item[1][1].kernels.values())),
    )
    page = viewer.at("unet", f"{told.entry.fragment}{THREE}&line={line}&in={file}")
    page.locator(".told .menu summary", has_text="By module").click()
    groups = page.locator(".told .over dl > div").all()
    assert groups
    names = []
    for group in groups:
        fits = "one => one.scrollWidth <= one.clientWidth"
        assert group.locator("dt").evaluate(fits), "a module's name hides kernels"
        shown = group.locator("dd > div").all_inner_texts()
        order = [
            ("(backward)" in one, int(number[1]))
            for one in shown
            if (number := re.match(r"cpp_fused_(\d+)\b", one))
        ]
        assert order == sorted(order)
        links = group.locator("dd a")
        titles = links.evaluate_all("(all) => all.map((one) => one.title)")
        names += [one.partition(" (backward)")[0] for one in titles]
    assert set(names) == {name for own in lit.kernels.values() for name in own}
    page.keyboard.press("Escape")


def test_selected_pointed_at_and_found_have_a_colour_each(viewer, told):
    page = viewer.at("unet", told.entry.fragment + THREE)
    rows = page.locator('section[aria-label^="You wrote"] .row.covered')
    rows.nth(0).click()
    rows.nth(2).hover()  # the line between them leads to all convolutions
    settled(page)
    colour = "(one) => getComputedStyle(one).backgroundColor"
    found = [rows.nth(at).evaluate(colour) for at in (0, 1, 2)]
    page.locator(".graph-find input").fill("conv")
    page.wait_for_selector("g.graph-node.is-found:not(.is-selected):not(.is-lit)")
    fill = "(one) => getComputedStyle(one).fill"
    shape = page.locator("g.graph-node.is-found:not(.is-selected) .graph-shape").first
    found.append(shape.evaluate(fill))
    assert len(set(found)) == 4
    page.locator(".graph-find input").fill("")
    assert seen(page)["panes"]["source"]


def test_a_line_in_the_address_moves_the_graph_wherever_the_mouse_is(viewer, told):
    page = viewer.at("unet", told.entry.fragment + THREE)
    page.locator(".graph-picture").hover()
    first, *_, last = lines_of(told)
    for file, line in (last, first, last):
        to = f"{told.entry.fragment}{THREE}&line={line}&in={file}"
        page.evaluate("(to) => { location.hash = to; }", to)
        settled(page)
        current = page.evaluate(CURRENT)
        assert current["selected"]
        assert current["seen"]


def test_a_break_that_is_selected_stays_marked_as_one(viewer):
    page = viewer.at("drawn", "#f0/0/code")
    line = page.locator("pre.code .row.broken").first
    plain = line.evaluate("(row) => getComputedStyle(row).outlineStyle")
    line.click()
    settled(page)
    style = line.evaluate("(row) => getComputedStyle(row).outlineStyle")
    assert (plain, style) == ("none", "solid")
