"""The order of a dict's keys is blamed only if several entries have the same keys."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.findings.container_keys import only_order_differs
from depyf.torch_text.guards import read_guard


def entry(*keys):
    """Return an entry whose guards ask for these keys of `d`, in this order."""
    texts = [f"list(dict.keys(L['d']))[{n}] == '{key}'" for n, key in enumerate(keys)]
    return SimpleNamespace(guards=[read_guard(text) for text in texts])


@pytest.mark.parametrize(
    ("entries", "is_order"),
    [
        ([entry("a", "b"), entry("b", "a")], True),
        ([entry("a", "b"), entry("a", "c")], False),
        ([entry("a", "b")], False),  # other keys got no entry
        ([entry(), entry()], False),  # no guard tells the keys
        ([], False),
    ],
)
def test_only_the_order_differs(entries, is_order):
    group = SimpleNamespace(
        frame=SimpleNamespace(entries=entries), first=SimpleNamespace(literal="L['d']")
    )
    assert only_order_differs(group) is is_order
