"""Where several types or dtypes meet, the line to change is named if it is known."""

from __future__ import annotations

import pytest

from tests.findings.traced import told

TRACKS = """
class Track:
    def __init__(self):
        self.memory = {made}

    def step(self, decoder):
        self.memory = decode(self.memory)

def decode(memory):
    return memory
"""
FAILED = (
    "check_tensor(L['memory'], Tensor, DispatchKeySet(CPU), torch.float32, device=None,"
    " requires_grad=False, size=[3], stride=[1])"
)
SAID = "tensor 'memory' dtype mismatch. expected Float, actual BFloat16"


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        ("torch.zeros(3)", "`dtype=torch.bfloat16` at main.py:4, if results allow"),
        ("torch.zeros(3, dtype=kind)", "give it one dtype in all calls"),
        ("zeros(3)", "give it one dtype in all calls"),
        ("torch.zeros(3, **options)", "give it one dtype in all calls"),
    ],
)
def test_the_call_that_gives_the_default_dtype(made, wanted):
    one = told(
        {"main": TRACKS.format(made=made)},
        "decode", FAILED, call="self.memory = decode(self.memory)", said=SAID,
    )  # fmt: skip
    assert one.note.startswith(wanted)
