"""Chapter 13's Triton kernel is what Inductor writes, and the kinds of kernels hold."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from tests.torch.conftest import torch_writes
from tests.warm import run_python

ROOT = Path(__file__).parents[2]
CHAPTER = ROOT / "docs" / "walk_through" / "13_gpu.md"


@pytest.mark.torch
@pytest.mark.skipif(
    not torch_writes("torch._dynamo.config", "nested_graph_breaks"),
    reason="the walk-through describes torch 2.13",
)
def test_the_chapter_shows_kernels_that_inductor_writes(tmp_path):
    if importlib.util.find_spec("triton") is None:
        pytest.skip("torch for the CPU comes without Triton")
    done = run_python([str(ROOT / "tests/docs/triton_source.py")], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    written = json.loads(done.stdout.strip().splitlines()[-1])
    pointwise, persistent, looped = written.values()
    assert f"```python notest\n{pointwise}```" in CHAPTER.read_text("utf-8")
    assert [*written] == [
        "triton_poi_fused_add_gelu_mul_0",
        "triton_per_fused_sum_0",
        "triton_red_fused_sum_0",
    ]
    assert "tl.range" in looped
    assert "tl.range" not in persistent
    assert "tl.range" not in pointwise
