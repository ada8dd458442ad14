"""Random programs: what runs for Dynamo's code does the same, all of it exact."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.torch

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("first", [0, 16])
def test_random_programs_give_the_same_and_all_their_code_is_exact(first, tmp_path):
    script = "-m", "tests.torch.random_programs"
    done = subprocess.run(
        [sys.executable, *script, str(first), "16", str(tmp_path / "dump")],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["ran"] > 12
    assert told["files"] > 30
    assert told["differ"] == {}
    assert told["not exact"] == {}
