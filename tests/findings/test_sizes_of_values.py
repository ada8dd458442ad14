"""A tensor's value that a function passes as a size cannot stay a tensor."""

from __future__ import annotations

import ast

import pytest

from depyf.model.findings.makers import is_size


@pytest.mark.parametrize(
    ("line", "is_passed"),
    [
        ("x.new_zeros((n,) + x.shape[1:])", True),
        ("x.split(n)", True),
        ("torch.arange(n)", True),
        ("x.clamp(max=n)", False),
        ("range(n)", False),  # a loop, which has another rule
        ("torch.zeros(m)", False),
    ],
)
def test_calls_that_take_sizes(line, is_passed):
    tree = ast.parse(f"def f(x):\n    n = int(x.max()) + 1\n    return {line}\n")
    assert is_size(tree, {"n"}) is is_passed
