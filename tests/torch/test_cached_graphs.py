"""A lowered graph from torch's FX graph cache, which keeps its text only."""

from __future__ import annotations

import pytest

from .conftest import torch_writes

pytestmark = pytest.mark.torch

TWICE = """
import torch, depyf

def scaled(x, w):
    return (x * w).sin()

def f(x, w):
    y = scaled(x, w) @ w
    return y.exp()

x, w = (torch.ones(8, 8, requires_grad=True) for _ in range(2))
with depyf.prepare_debug("dump"):
    for _ in range(2):
        torch.compile(f)(x, w).sum().backward()
        torch._dynamo.reset()
"""


def origins(text):
    """Return the comments above nodes."""
    lines = map(str.strip, text.partition("tensors of this graph")[0].split("\n"))
    return [one for one in lines if one.startswith("# ") and "The " not in one]


@pytest.mark.skipif(
    not torch_writes("torch._inductor.compile_fx", "fx_graph_cache_"),
    reason="this torch does not tell what its caches did",
)
@pytest.mark.slow(reason="compiles kernels without a cache")
def test_both_directions_name_callers_as_without_a_cache(run_program, tmp_path):
    env = {
        "TORCHINDUCTOR_CACHE_DIR": str(tmp_path),
        "TORCHINDUCTOR_AUTOGRAD_CACHE": "0",
    }
    done = run_program(TWICE, env=env)
    assert done.from_depyf == []
    assert "FX-graph cache: " in done.read("index.md")
    for number in (0, 1):
        known = [
            origins(done.read(name))
            for name in done.files(f"__compiled_fn_*.AFTER_POST_GRAD.{number}.py")
        ]
        assert len(known) == 2
        assert known[0] == known[1]
        assert any(one.startswith("# Called from: ") for one in known[0])
