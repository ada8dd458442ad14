"""A number that torch takes only as a constant becomes a factor of a formula."""

from __future__ import annotations

import pytest

from .traced import told

PROGRAM = """\
import torch

class Net:
    def __init__(self, slope):
        self.slope = slope

    def forward(self, x):
        return {call}


run = torch.compile(net{option})
run(x)
"""
FAILED = "L['self'].slope == 0.1  # return x  # main.py:8 in forward"


def cure(call, option=""):
    files = {"main": PROGRAM.format(call=call, option=option)}
    return told(files, "Net.forward", FAILED, call="run(x)", times=3)


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ("x.add(x, alpha=self.slope)", "return x.add(x * self.slope)"),
        (
            "F.leaky_relu(x, self.slope)",
            "return torch.where(x > 0, x, x * self.slope)",
        ),
        (
            "F.elu(x, alpha=-self.slope)",
            "return torch.where(x > 0, x, (-self.slope) * torch.expm1(x))",
        ),
    ],
)
def test_the_call_becomes_a_product(call, wanted):
    one = cure(call)
    assert (one.rule, one.edit) == ("scaled-term", wanted)


@pytest.mark.parametrize(
    "call", ["F.leaky_relu(x + 1, self.slope)", "F.leaky_relu(x, self.slope, True)"]
)
def test_calls_with_more_have_no_formula(call):
    assert getattr(cure(call), "rule", "") != "scaled-term"


def test_without_symbols_the_number_has_to_be_a_tensor():
    note = cure("F.leaky_relu(x, self.slope)", ", dynamic=False").note
    assert note.endswith(
        "make `self.slope` a tensor, as `dynamic=False` allows no symbol"
    )
