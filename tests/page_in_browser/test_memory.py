"""What is saved for the backward, by the module that made it: as the model tells."""

from __future__ import annotations

import pytest

from depyf.model.lowered_modules import lowered_modules
from depyf.model.saved_tensors import saved_for_backward

from .conftest import RUNS
from .told import entries

pytestmark = pytest.mark.browser


def rows(page, caption):
    table = page.locator("table", has=page.locator(f'caption:has-text("{caption}")'))
    return [
        row.locator("td").all_text_contents() for row in table.locator("tbody tr").all()
    ]


def test_values_stand_with_their_module_the_largest_first(viewer):
    entry = entries(RUNS["unet"])[0]
    (saved,) = saved_for_backward(entry.compilation)
    modules = lowered_modules(entry.compilation, entry.frame)[saved.prefix, False]
    page = viewer.at("unet", "#f0/0/memory")
    found = rows(page, "The largest first")
    own = {one.name: one for one in saved.own}
    assert len(found) == min(50, len(own))
    sizes = []
    for module, name, type_, _, _ in found:
        one = own[name]
        assert module == (modules.get(name) or "module not known")
        assert one.type.startswith(type_)
        assert type_.count("[") == 1
        sizes.append(one.bytes)
    assert sizes == sorted(sizes, reverse=True)
    totals = {module: count for module, count, *_ in rows(page, "by module")}
    for module in {*modules.values()} & {*totals}:
        wanted = sum(modules.get(name) == module for name in own)
        assert totals[module] == str(wanted)
    # Arguments live anyway, and stand apart.
    assert page.locator("summary", has_text="Arguments").count() == 1


def test_the_first_line_of_the_overview_is_what_it_cost(viewer):
    run = RUNS["unet"]
    page = viewer.at("unet", "#")
    line = page.locator("main .page > :first-child").inner_text()
    breaks = sum(len(c.breaks) for f in run.frames for c in f.compilations)
    assert "s compiling" in line
    assert f"{breaks} graph break" in line


def test_help_explains_the_words_of_the_page(viewer):
    page = viewer.at("unet", "#")
    page.keyboard.press("?")
    words = page.locator("dialog .words dt").all_inner_texts()
    assert {"guard", "recompile", "graph break", "kernel"} <= set(words)
    page.keyboard.press("Escape")
