"""A branch on a plain value and a tensor becomes a branch on the plain value alone."""

from __future__ import annotations

import pytest

from tests.curing.test_break_edits import tried

REASON = "Data-dependent branching"
RETURNS = """
def f(self, x):
    if self.training and self.skip():  # here
        return x
    return x + self.body(x)
"""
STAYS_A_RETURN = """
def f(self, x):
    if self.training:
        return torch.where(self.skip(), x, x + self.body(x))
    return x + self.body(x)
"""
ASSIGNS = """
def f(self, x, cap):
    if cap is not None and not self.free and x.max() > cap:  # here
        x = x.clamp(max=cap)
    return x
"""
CHOOSES = """
def f(self, x, cap):
    if cap is not None and not self.free:
        x = torch.where(x.max() > cap, x.clamp(max=cap), x)
    return x
"""
TENSOR_FIRST = """
def f(self, x):
    if self.skip() and self.training:  # here
        return x
    return x + 1
"""
TWO_TENSORS = """
def f(self, x):
    if self.training and x.max() > 1 and x.min() > 0:  # here
        return x
    return x + 1
"""
OR = """
def f(self, x):
    if self.training or self.skip():  # here
        return x
    return x + 1
"""


def _edited(folder, source):
    found = tried(folder, f"import torch\n{source}", "# here", REASON)
    return [text for what, text in found.items() if what.startswith("branch on")]


@pytest.mark.parametrize(
    ("source", "new"), [(RETURNS, STAYS_A_RETURN), (ASSIGNS, CHOOSES)]
)
def test_the_choice_by_the_tensor_moves_into_the_branch(tmp_path, source, new):
    assert _edited(tmp_path, source) == [f"import torch\n{new}"]


@pytest.mark.parametrize("source", [TENSOR_FIRST, TWO_TENSORS, OR])
def test_the_order_of_the_tests_has_to_stay(tmp_path, source):
    assert not _edited(tmp_path, source)
