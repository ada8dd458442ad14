"""A function that a loop calls for each parameter is a finding, not settled."""

from __future__ import annotations

import pytest

from tests.findings.traced import told

STEPS = """def update(p, lr):
    p.sub_(lr * p.grad)
"""
OPTIMIZER = """class Optimizer:
    def step(self, lr):
        for p in {kept}:
            update(p, lr)
"""
FAILED = "tensor 'p' rank mismatch. expected 2, actual 1"


def found(kept):
    files = {"optimizer": OPTIMIZER.format(kept=kept), "steps": STEPS}
    return told(files, "update", FAILED, call="update(p, lr)", times=2)


@pytest.mark.parametrize(
    "kept",
    ["self.params", "enumerate(self.layers)", "[p for p in self.params if p.used]"],
)
def test_the_calls_become_one(kept):
    one = found(kept)
    assert one.rule == "calls-in-a-loop"
    assert one.note.startswith("let one compiled function make all calls of `update`")


@pytest.mark.parametrize("data", ["batches", "chunked(frames, self.chunk)"])
def test_a_loop_over_data_stays(data):
    """One function for all its calls would grow with the data."""
    assert getattr(found(data), "rule", "") != "calls-in-a-loop"
