"""Whatever bytes a code object holds, decompiling it does no harm: a sample."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.every_python

ROOT = Path(__file__).parents[2]


def test_damaged_code_neither_crashes_nor_raises():
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.random_bytes", "200"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        check=False,
        timeout=300,
    )
    found = json.loads(done.stdout)
    assert found["errors"] == []
    assert found["slow"] == []
    assert done.returncode == 0
    assert found["qualities"]["listing"] > 50
