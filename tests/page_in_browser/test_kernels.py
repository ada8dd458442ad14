"""The table of kernels, and whether two things are fused; the model has the answers."""

from __future__ import annotations

import re

import pytest

from depyf.model.kernel_origins import origins_of
from depyf.model.lowered_modules import lowered_modules

from .browsers import settled
from .conftest import RUNS
from .told import entries

pytestmark = pytest.mark.browser
FIELDS = 'input[list="kernel-choices"]'


def calls_by_module():
    """Return the calls of forward kernels that run for each module: the model tells."""
    entry = entries(RUNS["unet"])[0]
    found = {}
    for module in entry.compilation.kernels:
        key = (module.prefix, module.backward)
        modules = lowered_modules(entry.compilation, entry.frame)[key]
        for origin in origins_of(entry.compilation, module):
            for node in origin.nodes:
                if node in modules and not module.backward:
                    call = (origin.kernel, origin.line)
                    for path in paths(modules[node]):
                        found.setdefault(path, set()).add(call)
    return found


def paths(module):
    """Return a module and those around it."""
    ends = [found.start() for found in re.finditer(r"[.\[]", module)]
    return [module, *(module[:end] for end in ends)]


def names_of(calls):
    return {kernel for kernel, _ in calls}


def asked(viewer, one, other):
    page = viewer.at("unet", "#f0/0/kernels")
    page.locator(FIELDS).nth(0).fill(one)
    page.locator(FIELDS).nth(1).fill(other)
    settled(page)
    found = page.locator('main [role="status"] p', has_text="Forward").first
    names = found.locator("code").evaluate_all("(all) => all.map((one) => one.title)")
    return found.inner_text(), names


def test_two_modules_in_one_kernel_and_two_in_two(viewer):
    calls = calls_by_module()
    seen = set()
    for one, other in (
        ("model.downs[0]", "model.downs[1]"),
        ("model.downs[0]", "model.middle"),
        ("model.first", "model.last"),  # two calls of one kernel
        ("model.downs[0].norm1", "model.downs[0].conv1"),  # of one line
        ("unet.py:18", "unet.py:19"),
    ):
        text, names = asked(viewer, one, other)
        if one in calls:
            both = calls[one] & calls[other]
            is_part = "in part: both are in" in text
            assert ("in one kernel" in text or is_part) == bool(both), text
            assert is_part == bool(both and calls[one] ^ calls[other])
            if both:
                shared = len(names_of(both))
                assert {*names[:shared]} == names_of(both)
            else:
                assert names[0] in names_of(calls[one])
                assert names[1] in names_of(calls[other])
        seen.add("no, in" not in text)
    assert True in seen


def test_each_kernel_has_its_modules_calls_and_direction(viewer):
    page = viewer.at("unet", "#f0/0/kernels")
    for field in (0, 1):
        page.locator(FIELDS).nth(field).fill("")
    settled(page)
    rows = page.locator("main tbody tr")
    entry = entries(RUNS["unet"])[0]
    first = entry.compilation.kernels[0]
    by_module = calls_by_module()
    for origin in origins_of(entry.compilation, first):
        row = rows.filter(has=page.locator(f'a[title="{origin.kernel}"]'))
        cells = row.locator("td").all_text_contents()
        assert "backward" not in cells[0]
        modules = {
            name for name, own in by_module.items() if origin.kernel in names_of(own)
        }
        # Equal layers are folded: `model.downs[0..1]`.
        stems = {name.partition("[")[0] for name in modules}
        shown = [stem for stem in stems if stem in cells[1]]
        assert len(shown) >= min(3, len(stems))
        assert bool(cells[1]) == bool(modules)
        calls = first.text.count(f"{origin.kernel}(") or 1
        assert cells[3].split()[0] == str(calls)


def test_each_call_of_a_kernel_stands_by_itself(viewer):
    """Its line in the generated module, its modules and its lines are the model's."""
    entry = entries(RUNS["unet"])[0]
    module = entry.compilation.kernels[0]
    modules = lowered_modules(entry.compilation, entry.frame)[module.prefix, False]
    name = "extern_kernels.convolution"
    page = viewer.at("unet", "#f0/0/kernels")
    rows = page.locator("main tbody tr")
    before = rows.count()
    rows.filter(has=page.locator(f'a[title="{name}"]')).get_by_role(
        "button"
    ).first.click()
    settled(page)
    calls = [one for one in origins_of(entry.compilation, module) if one.kernel == name]
    assert rows.count() == before + len(calls) > before + 1
    shown = rows.filter(has_text=f"of {module.file}")
    for row, call in zip(shown.all(), calls):
        cells = row.locator("td").all_text_contents()
        assert f"line {call.line} of" in cells[0]
        own = {modules[node] for node in call.nodes if node in modules}
        assert cells[1] == ", ".join(own)
        assert [int(one) for one in re.findall(r"\d+", cells[2].partition(":")[2])] == [
            place.line for place in call.places
        ]
