"""The call whose gradient is differentiated again is found."""

from __future__ import annotations

import pytest

from depyf.model.findings.double_gradients import double_gradients

PROGRAM = """def forces(model, x):
    energy = model(x)
    (force,) = torch.autograd.grad(energy, x, create_graph={})
    return force
"""


@pytest.mark.parametrize(
    ("kept", "found"),
    [("True", [(3, 2)]), ("self.training", [(3, 2)]), ("False", [])],
)
def test_a_variable_may_decide(kept, found):
    assert [*double_gradients(PROGRAM.format(kept))] == found


def test_each_call_once_and_only_calls():
    text = PROGRAM.format("True")
    text = text.replace("return", "energy.backward(create_graph=x)\n    return")
    assert [*double_gradients(text)] == [(4, 2)]
    assert [*double_gradients(text.replace("model(x)", "x"))] == []
