"""The table of kernels, and whether two things are fused; the model has the answers."""

from __future__ import annotations

import pytest

from depyf.model.kernel_origins import origins_of
from depyf.model.lowered_modules import lowered_modules

from .browsers import settled
from .conftest import RUNS
from .told import entries

pytestmark = pytest.mark.browser
FIELDS = 'input[list="kernel-choices"]'


def kernels_by_module():
    """Return the forward kernels that run for each module, as the model tells."""
    entry = entries(RUNS["unet"])[0]
    found = {}
    for module in entry.compilation.kernels:
        key = (module.prefix, module.backward)
        modules = lowered_modules(entry.compilation, entry.frame)[key]
        for origin in origins_of(entry.compilation, module):
            for node in origin.nodes:
                if node in modules and not module.backward:
                    found.setdefault(modules[node], set()).add(origin.kernel)
    return found


def asked(viewer, one, other):
    page = viewer.at("unet", "#f0/0/kernels")
    page.locator(FIELDS).nth(0).fill(one)
    page.locator(FIELDS).nth(1).fill(other)
    settled(page)
    found = page.locator('main [role="status"] p', has_text="Forward").first
    names = found.locator("code").evaluate_all("(all) => all.map((one) => one.title)")
    return found.inner_text(), names


def test_two_modules_in_one_kernel_and_two_in_two(viewer):
    kernels = kernels_by_module()
    seen = set()
    for one, other in (
        ("model.downs[0]", "model.downs[1]"),
        ("model.downs[0]", "model.middle"),
        ("model.first", "model.last"),
        ("unet.py:18", "unet.py:19"),
    ):
        text, names = asked(viewer, one, other)
        if one in kernels:
            both = kernels[one] & kernels[other]
            assert ("in one kernel" in text) == bool(both), text
            if both:
                assert set(names) == both
            else:
                assert names[0] in kernels[one]
                assert names[1] in kernels[other]
        seen.add("in one kernel" in text)
    assert True in seen


def test_each_kernel_has_its_modules_calls_and_direction(viewer):
    page = viewer.at("unet", "#f0/0/kernels")
    for field in (0, 1):
        page.locator(FIELDS).nth(field).fill("")
    settled(page)
    rows = page.locator("main tbody tr")
    entry = entries(RUNS["unet"])[0]
    first = entry.compilation.kernels[0]
    by_module = kernels_by_module()
    for origin in origins_of(entry.compilation, first):
        row = rows.filter(has=page.locator(f'a[title="{origin.kernel}"]'))
        cells = row.locator("td").all_text_contents()
        assert cells[1] == "forward"
        modules = {name for name, own in by_module.items() if origin.kernel in own}
        # Equal layers are folded: `model.downs[0..1]`.
        stems = {name.partition("[")[0] for name in modules}
        shown = [stem for stem in stems if stem in cells[2]]
        assert len(shown) >= min(3, len(stems))
        assert bool(cells[2]) == bool(modules)
        calls = first.text.count(f"{origin.kernel}(") or 1
        assert cells[4] == str(calls)
