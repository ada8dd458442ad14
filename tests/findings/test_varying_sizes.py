"""Which sizes have to be marked dynamic together."""

from __future__ import annotations

from types import SimpleNamespace

from depyf.model.findings.conditions import varying_sizes
from depyf.torch_text.guards import read_guard

WEIGHT = "L['self']._parameters['weight']"


def tensor(subject, size):
    return read_guard(
        f"check_tensor({subject}, Tensor, DispatchKeySet(CPU, BackendSelect), "
        f"torch.float32, device=None, requires_grad=False, size={size}, stride=[1])"
    )


def test_sizes_of_inputs_that_differ_and_none_of_a_modules_own():
    entries = [
        SimpleNamespace(
            guards=[
                tensor("L['x']", f"[{size}, 4]"),
                tensor("L['batch']['mask']", f"[2, {size}]"),
                tensor("L['scale']", "[]"),
                tensor(WEIGHT, f"[4, {size}]"),
            ]
        )
        for size in (3, 5)
    ]
    group = SimpleNamespace(frame=SimpleNamespace(entries=entries))
    assert varying_sizes(group) == [("x", 0), ("batch['mask']", 1)]
