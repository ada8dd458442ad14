"""A value that is None at first is set before the first call, if it stays the same."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.findings import one_each

ADVICE = "set it before the first call, as the function itself does"


@pytest.mark.parametrize(
    ("others", "advice"),
    [
        ([], ADVICE),
        (["self.head.shapes[0]", "x"], ADVICE),
        (["self.head.shape[2]"], ""),  # it is set again (364)
        (["self.head.shape.numel"], ""),
    ],
)
def test_a_value_that_the_function_sets_again_is_not_advised(
    monkeypatch, others, advice
):
    monkeypatch.setattr(one_each.conditions, "is_changed_inside", lambda group: True)
    monkeypatch.setattr(one_each, "reset_at", lambda group: None)
    monkeypatch.setattr(one_each, "varying_items", lambda group: "")
    group = SimpleNamespace(
        source="self.head.shape",
        others=[SimpleNamespace(source=one) for one in others],
    )
    assert one_each._of_none(group) == advice
