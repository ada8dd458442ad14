"""What is saved for the backward, by the module that made it: as the model tells."""

from __future__ import annotations

import pytest

from depyf.model.graph_nodes import compilation_nodes
from depyf.model.lowered_modules import lowered_modules
from depyf.model.saved_tensors import saved_for_backward
from depyf.torch_text.expressions import owner_of_parameter

from .browsers import settled
from .conftest import RUNS
from .told import entries

pytestmark = pytest.mark.browser


def rows(page, caption):
    table = page.locator("table", has=page.locator(f'caption:has-text("{caption}")'))
    return [
        row.locator("td").all_text_contents() for row in table.locator("tbody tr").all()
    ]


def shown(entry, modules, name):
    """Return the module of a value in the page's words."""
    own = entry.root.title or entry.root.qualified_name or entry.root.co_name
    if name not in modules:
        return "module not known"
    return modules[name] or f"{own} (own code)"


def of_saved(saved, modules):
    """Return the modules of saved values; a copied parameter has its own module."""
    owners = {one.name: owner_of_parameter(one.argument) for one in saved.own}
    known = {name: owner for name, owner in owners.items() if owner is not None}
    inputs = {one.name: "graph input" for one in saved.own if one.argument}
    return {**modules, **inputs, **known}


def test_values_stand_with_their_module_the_largest_first(viewer):
    entry = entries(RUNS["unet"])[0]
    (saved,) = saved_for_backward(entry.compilation)
    lowered = lowered_modules(entry.compilation, entry.frame)[saved.prefix, False]
    modules = of_saved(saved, lowered)
    page = viewer.at("unet", "#f0/0/memory")
    found = rows(page, "The largest first")
    own = {one.name: one for one in saved.own}
    assert len(found) == min(12, len(own))
    sizes = []
    for module, name, type_, _, _ in found:
        one = own[name]
        assert module == shown(entry, modules, name)
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


AREAS = """(all) => all.map((one) => { const { width, height } =
  one.getBoundingClientRect(); return [one.ariaLabel, width * height]; })"""


def test_areas_are_as_large_as_what_modules_keep_and_a_click_lists_its_values(viewer):
    entry = entries(RUNS["unet"])[0]
    (saved,) = saved_for_backward(entry.compilation)
    lowered = lowered_modules(entry.compilation, entry.frame)[saved.prefix, False]
    modules = of_saved(saved, lowered)
    kept, names = {}, {one.name for one in saved.own}
    for one in saved.own:
        own = 0 if one.base in names - {one.name} else one.bytes or 0
        module = shown(entry, modules, one.name)
        kept[module] = kept.get(module, 0) + own
    page = viewer.at("unet", "#f0/0/memory")
    tiles = page.locator(".treemap button")
    areas = {label.partition(":")[0]: area for label, area in tiles.evaluate_all(AREAS)}
    assert areas.keys() == {module for module, size in kept.items() if size}
    whole, all_bytes = sum(areas.values()), sum(kept.values())
    for module, area in areas.items():
        assert area / whole == pytest.approx(kept[module] / all_bytes, abs=0.01)
    tiles.first.click()
    settled(page)
    first = max(kept, key=lambda module: kept[module])
    listed = {module for module, *_ in rows(page, "The largest first")}
    assert listed == {first}
    tiles.first.click()


CUT = """(all) => all.flatMap((one) => { const code = one.querySelector("code");
  const [inner, outer] = [code, one].map((of) => of.getBoundingClientRect());
  const isCut = inner.right > outer.right || inner.bottom > outer.bottom;
  return code.textContent !== "" && isCut ? [code.textContent] : []; })"""


@pytest.mark.parametrize("width", [1000, 1280, 1600])
def test_a_name_of_an_area_is_whole(browser, width):
    page = browser.opened(
        "unet", "#f0/0/memory", viewport={"width": width, "height": 900}
    )
    settled(page)
    tiles = page.locator(".treemap button")
    assert tiles.evaluate_all(CUT) == []
    labels = [text for text in tiles.locator("code").all_inner_texts() if text]
    names = [name.partition(": ")[0] for name, _ in tiles.evaluate_all(AREAS)]
    assert len(labels) > 3
    for label in labels:
        assert any(
            one.endswith(label.replace("\n", "")) or one == label.replace("\n", " ")
            for one in names
        )
    page.close()


def peak(nodes, held):
    """Return the most bytes that are alive at once, and at which node."""
    most, where = -1, ""
    for now, at in enumerate(nodes):
        alive = sum(
            node.bytes or 0
            for position, node in enumerate(nodes)
            if (node.kind != "input" or node.name in held)
            and position <= now <= max(position, node.until or position)
        )
        if alive > most:
            most, where = alive, at.name
    return most, where


@pytest.mark.parametrize("way", ["forward", "backward"])
def test_the_peak_is_where_most_is_alive(viewer, way):
    entry = entries(RUNS["unet"])[0]
    (saved,) = saved_for_backward(entry.compilation)
    stage = f"{way.capitalize()}_graph"
    (nodes,) = [
        one.nodes
        for one in compilation_nodes(entry.compilation, entry.frame)
        if one.graph.stage == stage
    ]
    names = {one.name for one in saved.tensors}
    kept = {one.name for one in saved.own if one.base not in names - {one.name}}
    copied = {one.name for one in saved.own if one.copied}
    most, where = peak(nodes, kept if way == "backward" else kept & copied)
    page = viewer.at("unet", "#f0/0/memory")
    text = page.locator("section.peak", has_text=f"While the {way} runs").inner_text()
    assert f"Peak: {most / 1e6:.1f} MB at {where}." in text
    found = rows(page, f"Alive at the peak of the {way}")
    assert len(found) > 3
    assert {row[1] for row in found} <= {node.name for node in nodes}


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


def values_of(page, by):
    """Return how many values each row of the table by module or block has."""
    page.get_by_role("button", name=by, exact=True).click()
    settled(page)
    page.locator("button.plain, button", has_text="Show").first.click()
    settled(page)
    return {name: int(number) for name, number, *_ in rows(page, f"by {by}")}


def test_a_block_is_the_sum_of_its_modules(viewer):
    page = viewer.at("unet", "#f0/0/memory")
    blocks, modules = values_of(page, "block"), values_of(page, "module")
    assert len(blocks) < len(modules)
    assert sum(blocks.values()) == sum(modules.values())
    for block, number in blocks.items():
        if block.endswith("]"):
            own = (n for name, n in modules.items() if name.startswith(block))
            assert number == sum(own)
