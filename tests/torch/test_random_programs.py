"""Random programs: what runs for Dynamo's code does the same, all of it exact."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.warm import run_python

pytestmark = pytest.mark.torch

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "first", [0, pytest.param(16, marks=pytest.mark.rare(reason="as many again"))]
)
@pytest.mark.slow(reason="many random programs")
def test_random_programs_give_the_same_and_all_their_code_is_exact(first, tmp_path):
    done = run_python(
        ["-m", "tests.torch.random_programs", str(first), "16", str(tmp_path / "dump")],
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["ran"] > 12
    assert told["files"] > 30
    assert told["differ"] == {}
    assert told["not exact"] == {}
