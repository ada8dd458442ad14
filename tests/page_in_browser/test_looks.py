"""Light and dark, on paper, and on a narrow screen: all of it is there to be read."""

from __future__ import annotations

import re

import pytest

from .browsers import HERE, NAMES, Viewer, launched, settled

pytestmark = pytest.mark.browser

LOOKS = (HERE / "looks.js").read_text(encoding="utf-8")
FOUR = "#f0/0/code?panes=source+shown+graph+kernel&line=4"
VIEWS = (
    "",
    FOUR,
    "#f0/0/guards",
    "#f0/0/recompiles",
    "#f0/0/details",
    "#f0/0/flow",
    "#timeline",
    "#search?q=sum",
)
COLOURS = """() => [document.body, document.querySelector("header"),
  document.querySelector("main a")].map((one) => {
    const { color, backgroundColor } = getComputedStyle(one);
    return color + backgroundColor; })"""
# How many nodes of the graph cannot be seen, or not whole.
OUTSIDE = """() => {
  const box = document.querySelector(".graph-picture").getBoundingClientRect();
  return [...document.querySelectorAll(".graph-picture .graph-shape")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1
      || top < box.top - 1 || bottom > box.bottom + 1 || right > innerWidth;
  }).length; }"""
NARROW = {"width": 1000, "height": 700}
A4 = {"width": 740, "height": 1000}


def ask(page, question):
    return page.evaluate(f"() => ({LOOKS}).{question}()")


@pytest.fixture(scope="package", params=NAMES)
def dark(request, driver, written):
    """A browser whose user likes it dark."""
    viewer = Viewer(launched(driver, request.param, True), request.param, written, True)
    yield viewer
    viewer.close()


def check_contrast(viewer):
    page = viewer.opened("toy")
    for view in VIEWS:
        page.evaluate("async (to) => { location.hash = to; }", view or "#")
        settled(page)
        assert ask(page, "texts") > 20
        assert ask(page, "faint") == [], view
    return page


def test_text_can_be_read_in_the_dark(dark):
    page = check_contrast(dark)
    background = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", background))) < 60
    page.close()


def test_text_can_be_read_in_the_light_and_the_button_makes_it_dark(browser):
    page = check_contrast(browser)
    light = page.evaluate(COLOURS)
    page.get_by_label("Light or dark").click()
    # Colours change in a moment.
    page.wait_for_timeout(200)
    assert all(one != other for one, other in zip(light, page.evaluate(COLOURS)))
    page.evaluate("async (to) => { location.hash = to; }", FOUR)
    settled(page)
    assert ask(page, "faint") == []
    page.close()


def test_on_paper_nothing_is_cut_off_and_nothing_is_to_be_pressed(browser):
    page = browser.opened("toy", viewport=A4)
    for view in VIEWS:
        page.evaluate("async (to) => { location.hash = to; }", view or "#")
        settled(page)
        ask(page, "onPaper")
        settled(page)
        assert ask(page, "chrome") == [], view
        assert ask(page, "cut") == [], view
        panes = ask(page, "panes")
        assert len(panes) == {FOUR: 4, "#f0/0/guards": 2}.get(view, 0)
        for above, below in zip(panes, panes[1:]):
            assert above["bottom"] <= below["top"] + 1
    page.context.close()


def test_a_graph_is_whole_on_paper(browser):
    """Only Chromium is told to print here; in the other one `onPaper` may say so."""
    if browser.name != "chromium":
        pytest.skip("this browser is not told to print")
    page = browser.opened("unet", "#f0/0/code?panes=graph", viewport=NARROW)
    settled(page)
    assert page.evaluate(OUTSIDE) > 0
    page.emulate_media(media="print")
    page.wait_for_function(f"() => ({OUTSIDE})() === 0")
    page.emulate_media(media="screen")
    page.wait_for_function(f"() => ({OUTSIDE})() > 0")
    page.context.close()


def test_a_printed_page_has_all_sheets(browser):
    """Only Chromium prints to a file."""
    if browser.name != "chromium":
        pytest.skip("this browser prints to no file")
    page = browser.opened("toy", FOUR)
    settled(page)
    printed = page.pdf(format="A4")
    assert printed.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) > 3
    page.close()


def test_a_narrow_screen_scrolls_in_panes_and_never_as_a_whole(browser):
    page = browser.opened("toy", viewport=NARROW)
    for view in VIEWS:
        page.evaluate("async (to) => { location.hash = to; }", view or "#")
        settled(page)
        size = page.evaluate(
            "() => { const at = document.scrollingElement;"
            " return [at.scrollWidth, at.scrollHeight]; }"
        )
        assert size[0] <= NARROW["width"], view
        assert size[1] <= NARROW["height"], view
    page.context.close()
