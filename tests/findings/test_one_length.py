"""Items are stacked only if no guard says that their sizes differ."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.findings import one_length
from depyf.torch_text.guards import read_guard

KEYS = "DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU)"


def tensor(path, size):
    return read_guard(
        f"check_tensor({path}, Tensor, {KEYS}, torch.float32, device=None, "
        f"requires_grad=False, size={size}, stride=[1])"
    )


@pytest.mark.parametrize(
    ("sizes", "is_one"),
    [(["[4]", "[4]"], True), (["[4]", "[8]"], False), ([], True)],
)
def test_sizes_of_items(sizes, is_one):
    guards = [tensor(f"L['parts'][{at}]", size) for at, size in enumerate(sizes)]
    guards.append(tensor("L['x']", "[9]"))  # no item
    group = SimpleNamespace(
        first=SimpleNamespace(literal="L['parts']"),
        frame=SimpleNamespace(entries=[SimpleNamespace(guards=guards)]),
    )
    assert one_length._have_one_size(group) is is_one


def test_items_that_are_no_tensors_have_no_sizes():
    """A dict of flags cannot be stacked (676)."""
    flags = [read_guard("L['parts']['a'] == True")]
    group = SimpleNamespace(
        first=SimpleNamespace(literal="L['parts']"),
        frame=SimpleNamespace(entries=[SimpleNamespace(guards=flags)]),
    )
    assert one_length._sizes_of_items(group) == []
