"""Sizes that torch prints as expressions have the value of their symbols."""

from __future__ import annotations

import pytest

from depyf.torch_text.annotations import bytes_of, evaluated


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", []),
        ("4, s0", [4, 5]),
        ("2*s0 - 2", [8]),
        ("Max(1, s0 - 1), 3", [4, 3]),
        ("(s0 // 2), -(-s0 // 2), Mod(s0, 3), s0**2", [2, 3, 2, 25]),
        ("FloorDiv(s0 + 1, 2)", [3]),
        ("u0", None),
        ("s0 // 0", None),
        ("2**(10**9)", None),
        ("__import__('os').getpid()", None),
        ("f(s0)", None),
        ("1] + [2", None),
    ],
)
def test_expressions(text, values):
    assert evaluated(text, {"s0": 5}) == values


def test_bytes_of_a_tensor_whose_size_is_an_expression():
    assert bytes_of("f32[s0 - 1, 4][Max(1, 4), 1]cpu", {"s0": 5}) == 64
