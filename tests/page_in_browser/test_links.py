"""What is clicked in one pane lights up what belongs to it in the others.

What belongs to what is worked out from the run by the model, for every click.
"""

from __future__ import annotations

import pytest

from tests.model.node_links import KERNEL, NODE, SHOWN, SOURCE, Selection

from .browsers import clicked, seen, settled
from .conftest import PROBLEMS, RUNS
from .told import Told, entries, rows

pytestmark = pytest.mark.browser
FOUR = "/code?panes=source+shown+graph+kernel"


def named(entry):
    return entry.fragment[1:].replace("/", "-")


def some(items, most):
    """Return items from the beginning to the end, so many at most."""
    items = list(items)
    step = max(1, -(-len(items) // most))
    return items[::step]


def clicks_in(told, stage, most):
    """Return what is clicked, and what the model calls it."""
    entry = told.entry
    file = entry.root.file
    # Nodes first: what is clicked in other panes may close the boxes that they are in.
    found = [
        ({"pane": "graph", "node": node.name}, Selection(NODE, stage, name=node.name))
        for node in some(told.nodes(stage), most)
    ]
    found += [
        ({"pane": "source", "line": line}, Selection(SOURCE, file, line))
        for line in some(entry.own_lines, most)
    ]
    found += [
        ({"pane": "shown", "line": line}, Selection(SHOWN, line=line))
        for line in some(entry.shown_lines, most)
    ]
    return found


def check(told, there, panes, selection):
    """Hold what the panes show against the model; `there` is all that they could."""
    lit = told.lit(selection)
    assert rows(panes, "lit") == told.source(lit, rows(there, "there")), selection
    own = {selection.line} if selection.kind == SHOWN else set()
    assert set(panes["shown"]["lit"]) == lit.shown | own, selection
    stage = panes["graph"]["stage"]
    assert stage == there["graph"]["stage"]
    drawn = panes["graph"].get("there", there["graph"]["there"])
    picture = told.picture(lit, stage, set(drawn))
    assert set(panes["graph"]["lit"]) == picture, (selection, stage)
    if "kernel" in panes:
        kernel = panes["kernel"]
        assert set(kernel["lit"]) == told.module(lit, kernel["label"]), selection


def check_stage(page, told, stage, most):
    choose = page.locator('select[aria-label="Stage of a graph"]')
    choose.select_option(stage)
    settled(page)
    there = seen(page)["panes"]
    assert there["graph"]["stage"] == stage
    # Of inputs, some are written in the operator that takes them.
    pairs = [
        (click, selection)
        for click, selection in clicks_in(told, stage, most)
        if click.get("node") is None or click["node"] in there["graph"]["there"]
    ]
    assert any(click["pane"] == "graph" for click, _ in pairs)
    found = clicked(page, [click for click, _ in pairs])
    for (click, selection), after in zip(pairs, found):
        assert after is not None, click
        check(told, there, after["panes"], selection)


@pytest.mark.parametrize("entry", entries(RUNS["toy"]), ids=named)
def test_every_click_lights_what_the_model_tells(viewer, entry):
    told = Told(entry)
    assert told.stages
    page = viewer.at("toy", entry.fragment + FOUR)
    there = rows(seen(page)["panes"], "there")
    assert {line for _, line in there} >= set(entry.own_lines)
    # The later stages of one entry: those of others are made in the same way.
    stages = told.stages if entry.fragment == "#f0/0" else told.stages[:1]
    for number, stage in enumerate(stages):
        check_stage(page, told, stage, most=3 if number else 1000)


@pytest.mark.parametrize("name", ["drawn", *PROBLEMS])
def test_some_clicks_of_other_runs_light_what_the_model_tells(viewer, name):
    for entry in some(entries(RUNS[name]), 4):
        told = Told(entry)
        page = viewer.at(name, entry.fragment + FOUR)
        for stage in told.stages:
            check_stage(page, told, stage, most=3)


@pytest.mark.parametrize("entry", entries(RUNS["toy"]), ids=named)
def test_a_kernels_lines_light_what_it_was_made_from(viewer, entry):
    told = Told(entry)
    page = viewer.at("toy", entry.fragment + FOUR)
    assert told.modules
    for file in told.modules:
        page.locator('select[aria-label="Generated module"]').select_option(file)
        settled(page)
        panes = seen(page)["panes"]
        assert panes["kernel"]["label"] == file
        own = told.kernels(file)
        others = [line for line in some(panes["kernel"]["there"], 8) if line < min(own)]
        found = clicked(page, [{"pane": "kernel", "line": line} for line in own])
        for kernel, after in zip(own.values(), found):
            check(told, panes, after["panes"], Selection(KERNEL, file, name=kernel))
            assert after["panes"]["kernel"]["lit"]
        for after in clicked(page, [{"pane": "kernel", "line": one} for one in others]):
            assert after["panes"]["kernel"]["lit"] == []
            assert after["panes"]["shown"]["lit"] == []


def test_the_mouse_lights_while_it_points_and_a_click_keeps_it(viewer):
    """With a mouse, as a reader does it; the tests above send the clicks themselves."""
    entry = entries(RUNS["toy"])[0]
    told = Told(entry)
    page = viewer.at("toy", entry.fragment + FOUR)
    line = entry.own_lines[2]
    row = page.locator(f'pre[aria-label^="You wrote"] .row[data-n="{line}"]')
    pointed = Selection(SOURCE, entry.root.file, line)
    before = seen(page)
    there = before["panes"]
    row.hover()
    settled(page)
    assert told.lit(pointed).kernels
    check(told, there, seen(page)["panes"], pointed)
    assert seen(page)["hash"] == before["hash"]
    page.mouse.move(2, 2)
    settled(page)
    assert seen(page)["panes"]["shown"]["lit"] == []
    row.click()
    page.mouse.move(2, 2)
    settled(page)
    check(told, there, seen(page)["panes"], pointed)
    page.locator("g.graph-node", has_text="torch.abs").click()
    page.mouse.move(2, 2)
    settled(page)
    check(
        told, there, seen(page)["panes"], Selection(NODE, told.stages[0], name="abs_1")
    )
    page.keyboard.press("Escape")
    settled(page)
    assert seen(page)["panes"]["source"][0]["lit"] == []
