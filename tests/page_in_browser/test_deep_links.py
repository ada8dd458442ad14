"""The address says it all: opened anew it shows what a reader has clicked."""

from __future__ import annotations

import pytest

from .browsers import seen, settled

pytestmark = pytest.mark.browser


def row(line, pane="You wrote"):
    return lambda page: page.locator(
        f'section[aria-label^="{pane}"] pre .row[data-n="{line}"]'
    ).first.click()


def button(name):
    return lambda page: page.get_by_role("button", name=name, exact=True).click()


def tab(name):
    return lambda page: page.get_by_role("tab", name=name).click()


def stage(file):
    return lambda page: page.get_by_label("Stage of a graph").select_option(file)


def module(at):
    return lambda page: page.get_by_label("Generated module").select_option(index=at)


def node(text):
    return lambda page: page.locator("g.graph-node", has_text=text).first.click()


def tree(name):
    return lambda page: page.get_by_role("treeitem", name=name).first.click()


def guard(at):
    def open_and_click(page):
        page.get_by_text("One by one, as torch tells them").click()
        page.locator(".guards li button.bare").nth(at).click()

    return open_and_click


JOINT = "__compiled_fn_1.Joint_graph.0.py"
WAYS = {
    "a line": [row(4)],
    "a line of what runs, with a pane closed": [
        row(3, "What runs"),
        button("Graph"),
        button("Close You wrote · toy.py:2"),
    ],
    "a node of a later stage": [button("Graph"), stage(JOINT), node("div")],
    "a stage, then a line": [button("Graph"), stage(JOINT), row(5)],
    "a kernel of the backward": [button("Kernel"), module(1)],
    "no pane at all": [button("Source"), button("Transformed")],
    "another entry": [tree("entry 1"), row(5)],
    "another tab keeps the selection": [row(4), tab("Flow")],
    "a guard": [tab("Guards"), guard(2)],
}


@pytest.mark.parametrize("way", WAYS)
def test_the_address_brings_back_what_was_clicked(viewer, way):
    page = viewer.at("toy", "#f0/0/code?panes=source+shown")
    there = seen(page)
    for act in WAYS[way]:
        act(page)
        page.mouse.move(2, 2)
        settled(page)
    shown = seen(page)
    assert shown["hash"] != there["hash"]
    fresh = viewer.opened("toy", shown["hash"])
    settled(fresh)
    again = seen(fresh)
    fresh.close()
    assert again == shown


def test_back_leads_to_what_was_looked_at_before(viewer):
    page = viewer.at("toy", "#f0/0/code")
    tree("Timeline")(page)
    settled(page)
    assert "Timeline" in seen(page)["tree"]
    page.go_back()
    settled(page)
    assert seen(page)["entry"].startswith("toy_example")


@pytest.mark.parametrize(
    "fragment", ["#f99/0/code", "#f0/99/code?line=4", "#nothing", "#f0/0/code?node=x:y"]
)
def test_an_address_that_leads_nowhere_shows_something(viewer, fragment):
    page = viewer.at("toy", fragment)
    assert page.locator("main").inner_text().strip()
