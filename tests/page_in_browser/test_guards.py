"""Guards say what a value must be, and show no ids of this run; the model has both."""

from __future__ import annotations

import re

import pytest

from depyf.model.graph_nodes import compilation_nodes

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
