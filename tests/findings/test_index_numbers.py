"""A number that indexes a tensor stays a constant: no setting makes it a symbol."""

from __future__ import annotations

import pytest

from tests.findings.traced import told

HINT = (
    "(HINT: torch.compile considers integer attributes of the nn.Module to be static)"
)
PROGRAM = """\
import torch


class Cache(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.size = 0
        self.register_buffer("k", torch.zeros(2, 8))

    def forward(self, k):
        {line}
        return self.k * self.size

    def reset(self):
        self.size = 0
        self.size += 1
"""


def change(line):
    failed = [
        f"L['self'].size == {number}  # {line}  # main.py:11 in forward {HINT}"
        for number in range(3, 8)
    ]
    one = told({"main": PROGRAM.format(line=line)}, "Cache.forward", failed)
    return one.edit + one.note


@pytest.mark.parametrize(
    "line", ["self.k[:, self.size] = k", "k = k + self.k[self.size]"]
)
def test_an_index_is_no_symbol(line):
    text = change(line)
    assert "index_copy_" in text
    assert "allow_unspec_int" not in text


@pytest.mark.parametrize("line", ["k = self.k[:, : self.size]", "k = k * self.size"])
def test_slices_and_computations_may_have_symbols(line):
    assert "index_copy_" not in change(line)
