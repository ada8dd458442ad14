"""A factor of a size has to be a Python number: the size itself can vary."""

from __future__ import annotations

import pytest

from .traced import told

PROGRAM = """\
def resized(x, ratio):
    return interpolate(x, {option}=ratio)


def encode(x, ratio):
    return resized(x, ratio)


for ratio in (0.5, 0.4, 0.6):
    encode(x, ratio)
"""


@pytest.mark.parametrize(
    ("option", "said"),
    [("scale_factor", "pass `size=` instead of `scale_factor=`"), ("alpha", "")],
)
def test_a_factor_is_not_made_a_tensor(option, said):
    guards = [
        f"L['ratio'] == {ratio}  # return interpolate(x, {option}=ratio)"
        "  # main.py:2 in resized"
        for ratio in (0.5, 0.4, 0.6)
    ]
    program = PROGRAM.format(option=option)
    one = told({"main": program}, "encode", guards, call="encode(x, ratio)")
    assert one.note.startswith(said)
    assert ("torch.tensor" in one.edit) is not bool(said)
