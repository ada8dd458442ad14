"""Guards say what a value must be, and show no ids of this run; the model has both."""

from __future__ import annotations

import re

import pytest

from depyf.model.graph_nodes import compilation_nodes
from depyf.render.guard_data import guard_groups

from .conftest import RUNS
from .told import entries

pytestmark = pytest.mark.browser


def test_an_input_must_be_what_the_graph_was_captured_with(viewer):
    entry = entries(RUNS["unet"])[0]
    captured = compilation_nodes(entry.compilation, entry.frame)[0].nodes
    inputs = {node.label: node.type for node in captured if node.kind == "input"}
    page = viewer.at("unet", "#f0/0/guards")
    found = {}
    for row in (
        page.locator(".gd-group", has_text="inputs").first.locator("tbody tr").all()
    ):
        values = row.locator(".gd-value").inner_text().split(", ")
        found.update(dict.fromkeys(values, row.locator(".gd-must").inner_text()))
    assert {name: found[name] for name in ("clean", "noise", "t")} == {
        name: inputs[name] for name in ("clean", "noise", "t")
    }


def test_no_id_of_this_run_is_shown(viewer):
    compilation = entries(RUNS["unet"])[0].compilation
    texts = [guard.expression for guard in compilation.guards]
    ids = {one for text in texts for one in re.findall(r"\b\d{9,}\b", text)}
    assert ids
    page = viewer.at("unet", "#f0/0/guards")
    page.locator("summary", has_text="One by one").click()
    shown = page.locator("main").inner_text()
    assert "___check_obj_id(" in shown
    assert not ids & {*re.findall(r"\b\d{9,}\b", shown)}


def test_each_condition_is_a_row_and_what_entries_share_is_folded(viewer):
    entry = entries(RUNS["toy"])[1]
    groups = guard_groups(entry.frame, entry.compilation)
    page = viewer.at("toy", f"{entry.fragment}/guards")
    for group in groups:
        shown = page.locator("details.gd-group").filter(
            has=page.locator(f'summary:text-matches("^{group["title"]}", "i")')
        )
        own = shown.locator(":scope > table > tbody > tr")
        assert own.count() == len(group["own"]), group["title"]
        shared = shown.locator("summary", has_text="What all entries")
        assert shared.count() == bool(group["common"])
        if group["common"]:
            text = shared.text_content()  # the group may be folded itself
            assert text.endswith(f" {len(group['common'])}")


def test_a_line_of_a_library_is_named_without_its_text(viewer):
    page = viewer.at("unet", "#f0/0/guards")
    cells = page.locator(".gd-table .gd-lines").all_inner_texts()
    own = [text for text in cells if "unet.py" in text]
    library = [text for text in cells if "unet.py" not in text]
    assert own
    assert library
    for text in library:
        assert not re.sub(r"[\w.]+\.py:\d+", "", text).strip(), text
