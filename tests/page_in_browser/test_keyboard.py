"""Without a mouse: from the overview to a kernel, always seeing where one is."""

from __future__ import annotations

import pytest

from .browsers import seen, settled

pytestmark = pytest.mark.browser

# What shows that an element has the focus: an outline, or that it looks otherwise.
FOCUS = """() => {
  const at = document.activeElement;
  const { outlineStyle, outlineWidth, backgroundImage } = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  return { name: at.getAttribute("aria-label") ?? at.textContent.trim().slice(0, 99),
    role: at.getAttribute("role") ?? at.tagName.toLowerCase(),
    outlined: (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2)
      || (at.className === "divider" && backgroundImage !== "none"),
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight
      && box.right > 0 && box.left < innerWidth };
}"""
MOST = 60


def pressed(page, key):
    page.keyboard.press(key)
    settled(page)
    at = page.evaluate(FOCUS)
    assert at["role"] != "body", f"the focus is lost after {key}"
    assert at["outlined"], f"nothing shows the focus on {at}"
    assert at["seen"], f"the focus is out of sight on {at}"
    return at


def until(page, key, wanted):
    for _ in range(MOST):
        at = pressed(page, key)
        if wanted(at):
            return at
    raise AssertionError(f"{key} never gets there")


def test_from_the_overview_to_a_kernel(viewer):
    page = viewer.opened("toy")
    until(page, "Tab", lambda at: at["role"] == "treeitem")
    until(page, "ArrowDown", lambda at: at["name"].startswith("entry 0"))
    pressed(page, "Enter")
    assert seen(page)["entry"].startswith("toy_example")
    until(page, "Tab", lambda at: at["role"] == "tab")
    until(page, "ArrowRight", lambda at: at["name"].startswith("Kernels"))
    kernel = "cpp_fused_abs_add_div_lt_sum_0"
    until(page, "Tab", lambda at: at["name"].endswith(kernel))
    page.keyboard.press("Enter")
    settled(page)
    lit = page.locator("pre.code .row.linked")
    assert kernel in lit.first.inner_text()
    assert seen(page)["hash"].endswith(kernel)
    page.close()


def test_arrows_in_code_select_lines_and_light_the_other_panes(viewer):
    page = viewer.opened("toy", "#f0/0/code?panes=source+shown+graph+kernel")
    until(page, "Tab", lambda at: at["name"].startswith("You wrote"))
    pressed(page, "ArrowDown")
    pressed(page, "ArrowDown")
    pressed(page, "ArrowDown")
    panes = seen(page)["panes"]
    assert panes["source"][0]["lit"] == [4]
    assert panes["kernel"]["lit"]
    assert set(panes["graph"]["lit"]) == {"abs_1", "add", "x"}
    pressed(page, "Escape")
    assert seen(page)["panes"]["source"][0]["lit"] == []
    page.close()


def test_escape_leaves_the_search_and_keeps_the_selection(viewer):
    page = viewer.opened("toy", "#f0/0/code?line=4")
    for words in ("abs", "div"):
        page.keyboard.press("/")
        page.keyboard.type(words)
        page.wait_for_selector(f"main h2:has-text('with “{words}”')")
        page.keyboard.press("Escape")
        settled(page)
        assert seen(page)["hash"] == "#f0/0/code?line=4"
        assert page.locator("#search").input_value() == ""
    page.close()


def test_nodes_are_walked_with_arrows(viewer):
    page = viewer.opened("toy", "#f0/0/code?panes=source+graph")
    until(page, "Tab", lambda at: at["name"].startswith("Picture of the graph"))
    pressed(page, "Home")
    pressed(page, "ArrowDown")
    pressed(page, "Enter")
    panes = seen(page)["panes"]
    assert panes["graph"]["lit"] == ["abs_1"]
    assert panes["source"][0]["lit"] == [4]
    page.close()


def test_the_keys_that_the_page_names(viewer):
    page = viewer.opened("toy", "#f0/0/code")
    page.keyboard.press("?")
    settled(page)
    told = page.locator("dialog dt").all_inner_texts()
    assert {"/", "[ ]", "Esc", "?"} <= set(told)
    page.keyboard.press("Escape")
    settled(page)
    assert not page.locator("dialog").is_visible()
    before = seen(page)["hash"]
    page.keyboard.press("]")
    settled(page)
    after = seen(page)["hash"]
    assert after != before
    page.keyboard.press("[")
    settled(page)
    assert seen(page)["hash"].split("?")[0] == before
    page.keyboard.press("/")
    settled(page)
    assert page.evaluate(FOCUS)["name"] == "Search everything"
    page.close()


@pytest.mark.parametrize("fragment", ["", "#f0/0/code", "#f0/0/guards", "#timeline"])
def test_tab_goes_through_all_of_a_view_and_shows_where(viewer, fragment):
    page = viewer.opened("toy", fragment)
    names = []
    for _ in range(25):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        if at["role"] in {"body", "html"}:
            break
        assert at["outlined"], at
        assert at["name"], at
        names.append(at["name"])
    assert len(names) > 5
    page.close()
