"""What a window of 1000 pixels shows: no text runs out of it, nothing jumps."""

from __future__ import annotations

import pytest

from .browsers import settled

pytestmark = pytest.mark.browser
SMALL = {"width": 1000, "height": 800}
TOO_WIDE = """() => [...document.querySelectorAll(".page")].filter((one) =>
  one.scrollWidth > one.clientWidth + 1).length"""
# Two reasons as long as torch's, as an entry has that is a recompile and was refused.
REASONS = """() => { const head = document.querySelector(".head-line");
  for (const kind of ["bad", "warn"]) {
    const why = document.createElement("span");
    why.className = `why ${kind}`;
    why.textContent = "Dynamo recompile limit exceeded. ".repeat(12);
    head.append(why);
  }
  return [...head.querySelectorAll(".why")].map((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return { left, right, width, cut: getComputedStyle(one).textOverflow }; }); }"""

# How wide the notes of the tree are that are in sight, if they are too narrow.
NOTES = """(few) => { const nav = document.querySelector("nav");
  const box = (one) => one.getBoundingClientRect();
  return [150, 160, 170, 180, 190, 200].flatMap((width) => {
    nav.parentElement.style.width = `${width}px`;
    return [...nav.querySelectorAll(".note")]
      .map((one) => one.querySelector("span") ?? one)
      .filter((one) => box(one).top + 1 < box(one.closest(".note")).bottom)
      .map((one) => one.clientWidth).filter((own) => own > 0 && own < few); }); }"""


@pytest.fixture
def small(browser):
    """Opens a page in a small window."""
    opened = []

    def open_(name, fragment):
        page = browser.opened(name, fragment, viewport=SMALL)
        opened.append(page)
        settled(page)
        return page

    yield open_
    for page in opened:
        page.close()


@pytest.mark.parametrize("view", ["kernels", "memory", "details"])
def test_tables_and_names_fit_a_small_window(small, view):
    assert small("unet", f"#f0/0/{view}").evaluate(TOO_WIDE) == 0


# Names as long as those of a model of a model, without a place to wrap.
LONG_NAMES = """() => { for (const one of document.querySelectorAll("td code.whole"))
  one.textContent = "model.vision_model.encoder.layers[11].self_attn.out_proj"; }"""


@pytest.mark.parametrize("width", [1000, 1280, 1500])
def test_a_table_of_long_names_fits_beside_the_areas(browser, width):
    size = {"width": width, "height": 800}
    page = browser.opened("unet", "#f0/0/memory", viewport=size)
    page.evaluate(LONG_NAMES)
    settled(page)
    assert page.locator(".beside .table").count() > 0
    assert page.evaluate(TOO_WIDE) == 0
    page.close()


# Names of functions and files as long as those of a model of transformers.
LONG_FUNCTIONS = """() => { const names = ["MixtralForConditionalGeneration.forward",
    "configuration_modeling_mixtral.py:342"];
  for (const row of document.querySelectorAll(".sides tbody tr"))
    [...row.querySelectorAll("td:not(.num)")].forEach((one, at) => {
      (one.querySelector("a") ?? one).textContent = names[at]; }); }"""


def test_the_table_of_functions_fits_a_small_window(small):
    page = small("toy", "#")
    page.evaluate(LONG_FUNCTIONS)
    settled(page)
    assert page.get_by_role("columnheader", name="With resumes").count() == 1
    assert page.evaluate(TOO_WIDE) == 0


def test_long_reasons_in_the_head_of_an_entry_are_cut_within_the_window(small):
    page = small("toy", "#f0/0/details")
    reasons = page.evaluate(REASONS)
    assert len(reasons) >= 2
    for one in reasons:
        assert one["right"] <= SMALL["width"]
        assert one["width"] > 100
        assert one["cut"] == "ellipsis"


# A reason as long as that of a recompile: whether it is whole in the head.
WHOLE = """() => { const why = document.createElement("a");
  why.className = "why warn";
  why.textContent = "recompiled, guard of entry 1 failed: tensor "
    + "'self._modules.layers[0].ids' size mismatch at index 1. expected 7, actual 1";
  document.querySelector(".head-line").append(why);
  return why.scrollWidth <= why.clientWidth && why.scrollHeight <= why.clientHeight
    && why.getBoundingClientRect().right <= innerWidth; }"""


def test_a_reason_in_the_head_of_an_entry_wraps(small):
    assert small("toy", "#f0/0/details").evaluate(WHOLE)


def test_what_is_cut_in_the_tree_and_in_heads_is_whole_in_a_tooltip(small):
    page = small("drawn", "#f0/0/code")
    cut = page.locator("nav .badge:not(.whole), .pane > h2 .name").evaluate_all(
        "(all) => all.filter((one) => !one.title.includes(one.textContent.trim()))"
        ".map((one) => one.textContent)"
    )
    assert cut == []


def test_tabs_stay_where_they_are_when_another_is_chosen(small):
    page = small("unet", "#f0/0/code")
    where = "(all) => all.map((one) => one.getBoundingClientRect().left)"
    tabs = page.get_by_role("tab")
    before = tabs.evaluate_all(where)
    tabs.filter(has_text="Memory").click()
    settled(page)
    assert tabs.evaluate_all(where) == before


def test_bars_of_shares_begin_at_one_place(small):
    page = small("unet", "#f0/0/memory")
    bars = page.locator("meter")
    assert bars.count() > 1
    where = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().left))"
    assert len(set(bars.evaluate_all(where))) == 1


def test_what_stands_below_the_timeline_stays_where_it_is(small):
    page = small("toy", "#timeline")
    heights = set()
    for bar in page.locator(".tl-bar").all()[:8]:
        bar.focus()
        settled(page)
        heights.add(page.locator(".tl-strip").bounding_box()["height"])
    assert len(heights) == 1


def test_a_note_in_the_tree_with_room_for_a_letter_or_two_is_dropped(small):
    assert small("drawn", "#f0/0/code").evaluate(NOTES, 20) == []


# The row about a selected line, with as much in it as torch has kernels for one line.
TOLD = """() => { const says = document.querySelector(".told .says");
  says.append("cpp_fused_1, ".repeat(30));
  says.scrollTop = 1000;
  const { clientHeight, scrollHeight, scrollTop } = says;
  return { clientHeight, rest: scrollHeight - clientHeight - scrollTop,
    top: document.querySelector(".told").getBoundingClientRect().height }; }"""


def test_all_kernels_of_a_line_can_be_read_and_nothing_below_moves(small):
    page = small("unet", "#f0/0/code")
    before = page.locator(".told").bounding_box()["height"]
    page.locator("[data-n].covered").first.click()
    settled(page)
    told = page.evaluate(TOLD)
    assert told["clientHeight"] >= 3 * 17
    assert told["rest"] <= 1
    assert told["top"] == before
    # Shadows at the edges show that there is more.
    style = "(one) => getComputedStyle(one).backgroundAttachment"
    attached = page.locator(".told .says").evaluate(style)
    assert attached == "local, local, scroll, scroll"


# A name and a list of lines as long as those of a model of a library.
LONG_TITLE = """() => { const head = document.querySelector(".head-line h2");
  const part = (name) => head.querySelector(`.${name}`);
  part("name").textContent = "resume at modeling_wav2vec2_conformer.py:1285";
  part("lines").textContent = "→ line 365, 367, 401-402, 431, 502, ".repeat(12);
  const box = part("number").getBoundingClientRect();
  const name = part("name");
  return { number: box.right, cut: name.scrollWidth > name.clientWidth + 1,
    letters: name.getBoundingClientRect().width }; }"""


@pytest.mark.parametrize("width", [600, 1000, 1280, 1600])
def test_the_title_of_a_resume_function_keeps_its_name_and_entry(browser, width):
    size = {"width": width, "height": 800}
    page = browser.opened("toy", "#f1/0/code", viewport=size)
    settled(page)
    told = page.evaluate(LONG_TITLE)
    assert told["number"] <= width
    assert not told["cut"]
    assert told["letters"] > 200
    page.close()


# A name that needs the row for itself: where the number of the entry is then.
LONG_NAME = """() => { const head = document.querySelector(".head-line");
  const box = (one) => one.getBoundingClientRect();
  const name = head.querySelector("h2 .name");
  name.textContent = "deprecate_kwarg, around " + "Mixtral.forward, ".repeat(20);
  const number = box(head.querySelector("h2 .number"));
  const arrow = head.querySelector("h2 ~ a, h2 ~ [aria-hidden]");
  return { isBelow: number.top >= box(name).bottom, left: number.left - box(name).left,
    between: box(arrow).left - number.right,
    beside: Math.abs(box(arrow).bottom - number.bottom) }; }"""


@pytest.mark.parametrize("width", [1000, 1280])
def test_the_number_of_an_entry_stays_beside_its_arrows(browser, width):
    page = browser.opened("toy", "#f0/0/code", viewport={"width": width, "height": 800})
    settled(page)
    told = page.evaluate(LONG_NAME)
    assert told["isBelow"]
    assert told["left"] == 0
    assert 0 < told["between"] < 60
    assert told["beside"] < 8
    page.close()


# Modules as those of a model of a library, and how wide their column is.
MODULES = """() => { const cells = [...document.querySelectorAll("td:nth-child(2)")];
  for (const one of document.querySelectorAll("td:nth-child(2) code.whole"))
    one.innerHTML = "encoder.<wbr>layers[0..2].<wbr>attention.<wbr>q_proj";
  for (const one of document.querySelectorAll("td a.line:first-child"))
    one.innerHTML = "modeling_<wbr>wav2vec2.py:975";
  return Math.max(...cells.map((one) => one.clientWidth)); }"""


def test_the_modules_of_a_kernel_have_room_beside_its_lines(small):
    page = small("unet", "#f0/0/kernels")
    assert page.evaluate(MODULES) >= 150
    settled(page)
    assert page.evaluate(TOO_WIDE) == 0


# The row with names of kernels: the height of its text, which shows whole lines only.
LINES_OF_NAMES = """() => { const says = document.querySelector(".told .says");
  says.replaceChildren(...Array.from({ length: 60 }, (_, at) => {
    const name = document.createElement("code");
    name.textContent = `cpp_fused_${at}, `;
    return name; }));
  return says.scrollHeight; }"""


def test_the_row_about_a_line_shows_whole_lines(small):
    page = small("unet", "#f0/0/code?line=7")
    assert page.evaluate(LINES_OF_NAMES) % 17 == 0


@pytest.mark.parametrize("width", [1000, 1280])
def test_the_number_of_a_found_operator_stays_in_one_line(browser, width):
    page = browser.opened(
        "unet", "#f0/0/code", viewport={"width": width, "height": 800}
    )
    field = page.get_by_label("Find operators in the graph")
    field.fill("conv")
    field.press("Enter")
    settled(page)
    count = page.locator(".graph-find output")
    assert " of " in count.inner_text()
    count.evaluate("(one) => { one.textContent = '100 of 100'; }")
    assert count.bounding_box()["height"] < 24
    page.close()


@pytest.mark.parametrize("width", [1000, 1280])
def test_the_kernels_of_a_line_are_whole_in_their_row(browser, width):
    size = {"width": width, "height": 800}
    for line in (17, 18, 19, 20):
        page = browser.opened("unet", f"#f0/0/code?line={line}", viewport=size)
        settled(page)
        says = page.locator(".told .says")
        assert "backward" in says.inner_text()
        assert says.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1
        page.close()


# How far the selected line is below the top of its pane, and how high that is.
SELECTED = """() => {
  const row = document.querySelector('[data-pane="source"] .row.kept');
  const box = row.closest(".scroll");
  return [row.getBoundingClientRect().top - box.getBoundingClientRect().top,
    box.clientHeight]; }"""
# Clicks the last line that the pane shows whole.
CLICK_LAST = """() => {
  const box = document.querySelector('[data-pane="source"] .scroll');
  const end = box.getBoundingClientRect().top + box.clientHeight;
  [...box.querySelectorAll(".row[data-n]")].filter((one) =>
    one.getBoundingClientRect().bottom <= end).pop().click(); }"""
SCROLL_AWAY = """() => {
  const box = document.querySelector('[data-pane="source"] .scroll');
  box.scrollTop = box.scrollHeight; }"""


def test_a_selected_line_stays_in_view_in_a_smaller_window(small):
    page = small("unet", "#f0/0/code")
    page.evaluate(CLICK_LAST)
    settled(page)
    page.set_viewport_size({"width": 1000, "height": 600})
    settled(page)
    top, height = page.evaluate(SELECTED)
    assert 0 <= top < height
    # A line that the reader scrolled away stays away.
    page.evaluate(SCROLL_AWAY)
    settled(page)
    page.set_viewport_size({"width": 1000, "height": 580})
    settled(page)
    assert page.evaluate(SELECTED)[0] < 0
