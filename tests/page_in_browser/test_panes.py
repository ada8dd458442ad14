"""How many panes stand side by side, which is in front, and what is folded in them."""

from __future__ import annotations

import ast

import pytest

from tests.model.node_links import SOURCE, Selection

from .browsers import double_clicked, seen, settled
from .conftest import RUNS
from .told import Told, entries

pytestmark = pytest.mark.browser
COLUMNS = """() => [...document.querySelectorAll(".split > .part")].map((part) =>
  [...part.querySelectorAll(":scope > .pane")].map((pane) => pane.dataset.pane))"""
LAPTOP = {"width": 1280, "height": 800}
WIDE = {"width": 1500, "height": 900}
LEFT = ["source", "shown"]


@pytest.fixture(scope="module")
def told():
    """What belongs together in the first entry of a U-Net that trains."""
    return Told(entries(RUNS["unet"])[0])


def test_below_1500_pixels_graph_and_kernel_share_a_place_and_above_none_does(browser):
    page = browser.opened("unet", "#f0/0/code", viewport=LAPTOP)
    page.wait_for_selector(".pane")
    assert page.evaluate(COLUMNS) == [LEFT, ["graph"]]
    page.set_viewport_size(WIDE)
    settled(page)
    assert page.evaluate(COLUMNS) == [LEFT, ["graph"], ["kernel"]]
    page.set_viewport_size(LAPTOP)
    settled(page)
    page.locator(".pane h2").get_by_role("button", name="Kernel", exact=True).click()
    settled(page)
    assert page.evaluate(COLUMNS) == [LEFT, ["kernel"]]
    page.reload()
    page.wait_for_selector(".pane")
    assert page.evaluate(COLUMNS) == [LEFT, ["kernel"]]
    page.context.close()


def test_from_a_line_to_its_kernel_in_two_clicks_on_a_laptop(browser, told):
    """The kernel that the model knows of the line comes to the front, and is lit."""
    captured = told.stages[0]
    places = {node.place for node in told.nodes(captured) if node.place is not None}
    by_line = {
        place: told.lit(Selection(SOURCE, place.file, place.line)).kernels
        for place in places
        if place.file.endswith("unet.py")
    }
    page = browser.opened("unet", "#f0/0/code", viewport=LAPTOP)
    for place in sorted(by_line, key=lambda one: one.line)[:3]:
        known = {name for names in by_line[place].values() for name in names}
        page.locator(f'[aria-label^="You wrote"] [data-n="{place.line}"]').or_(
            page.locator(f'.captured [data-n="{place.line}"]')
        ).first.click()
        settled(page)
        link = page.locator(".told a").first
        kernel = link.get_attribute("title")
        assert kernel in known
        link.click()
        settled(page)
        assert page.evaluate(COLUMNS)[1] == ["kernel"]
        file = next(file for file, names in by_line[place].items() if kernel in names)
        lines = [line for line, one in told.kernels(file).items() if one == kernel]
        assert set(seen(page)["panes"]["kernel"]["lit"]) <= set(lines)
        assert seen(page)["panes"]["kernel"]["lit"]
        page.locator(".pane h2").get_by_role("button", name="Graph", exact=True).click()
        settled(page)
    page.context.close()


def test_a_pane_gets_all_the_room_by_a_double_click_and_by_a_key(browser):
    page = browser.opened("toy", "#f0/0/code", viewport=LAPTOP)
    page.wait_for_selector(".pane")
    double_clicked(browser, page.locator('[data-pane="source"] h2 .name'))
    settled(page)
    assert page.evaluate(COLUMNS) == [["source"]]
    assert seen(page)["hash"] == "#f0/0/code?large=source"
    page.keyboard.press("m")
    settled(page)
    assert page.evaluate(COLUMNS) == [LEFT, ["graph"]]
    page.locator('[data-pane="graph"]').hover()
    page.keyboard.press("m")
    settled(page)
    assert page.evaluate(COLUMNS) == [["graph"]]
    page.context.close()


def test_the_arguments_of_a_graph_are_folded_and_open_where_one_is_selected(viewer):
    tree = ast.parse(entries(RUNS["unet"])[0].compilation.entry.source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    count = max(len(call.args) for call in calls)
    page = viewer.at("unet", "#f0/0/code")
    fold = page.locator('pre[aria-label="What runs"] .fold button')
    assert fold.inner_text().endswith(f"{count} lines of parameters")
    rows = page.locator('pre[aria-label="What runs"] .row[data-n]')
    before = rows.count()
    fold.click()
    settled(page)
    assert rows.count() == before + count
    fold.click()
    settled(page)
    assert rows.count() == before
    page = viewer.at("unet", "#f0/0/code?shown=9")
    assert rows.count() == before + count


def test_a_drag_and_keys_make_a_pane_wider_and_the_address_keeps_it(browser):
    page = browser.opened("toy", "#f0/0/code", viewport=LAPTOP)
    page.wait_for_selector(".pane")
    width = (
        "() => document.querySelector('.split > .part').getBoundingClientRect().width"
    )
    widths = [page.evaluate(width)]
    edge = page.get_by_role("separator", name="Width of the pane before")
    edge.press("ArrowRight")
    settled(page)
    widths.append(page.evaluate(width))
    box = edge.bounding_box()
    page.mouse.move(box["x"] + 2, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 82, box["y"] + 50, steps=3)
    page.mouse.up()
    settled(page)
    widths.append(page.evaluate(width))
    assert widths[0] < widths[1] - 10 < widths[2] - 80
    page.reload()
    page.wait_for_selector(".pane")
    assert page.evaluate(width) == pytest.approx(widths[2], abs=1)
    page.context.close()


# How much wider the name of the shown stage is than what its field shows of it, and
# where the graph begins.
STAGE = """() => { const select = document.querySelector(".graph-tools select");
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const widths = [...select.options].map((one) => pen.measureText(one.text).width);
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const room = select.clientWidth - padding;
  return [Math.max(...widths) - room,
    document.querySelector(".graph-picture").getBoundingClientRect().top]; }"""


@pytest.mark.parametrize("width", [1280, 1500, 1600])
def test_the_name_of_a_stage_is_whole_beside_the_steps_through_nodes(browser, width):
    size = {"width": width, "height": 900}
    page = browser.opened("unet", "#f0/0/code", viewport=size)
    page.wait_for_selector(".graph-picture")
    cut, before = page.evaluate(STAGE)
    assert cut < 0
    page.locator('section[aria-label^="You wrote"] .row.covered').nth(3).click()
    settled(page)
    assert page.locator(".graph-steps output").inner_text()
    cut, after = page.evaluate(STAGE)
    assert cut < 0
    assert after == before
    page.context.close()


SAID = """() => [
  ...document.querySelectorAll(".pane .said > .c, .pane .row.note"),
].map((one) => {
  const text = document.createRange();
  text.selectNodeContents(one);
  const [pane, row] = [one.closest(".scroll"), one.closest(".row")];
  const code = row.querySelector(".stays");
  const [said, seen, all] = [text, pane, row].map((it) => it.getBoundingClientRect());
  return { isNote: one === row, past: said.right - seen.right,
    isBelow: code !== null && said.top >= code.getBoundingClientRect().bottom - 1,
    codeHeight: code === null ? 0 : code.getBoundingClientRect().height,
    narrower: row.closest("pre").getBoundingClientRect().width - all.width };
})"""


def test_reasons_of_breaks_and_comments_need_no_scroll_sideways(browser):
    page = browser.opened("drawn", "#f0/0/code", viewport=LAPTOP)
    page.wait_for_selector(".pane .row.note")
    found = page.evaluate(SAID)
    assert {one["isNote"] for one in found} == {True, False}
    assert max(one["past"] for one in found) <= 0
    # A comment that has no room stands below its line; code keeps its lines, and the
    # colour of a line is as wide as before.
    assert any(one["isBelow"] for one in found)
    assert max(one["codeHeight"] for one in found) <= 18
    assert max(abs(one["narrower"]) for one in found) < 1
    page.context.close()
