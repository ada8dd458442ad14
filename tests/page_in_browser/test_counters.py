"""The numbers of the overview are those that torch counted in the same run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .browsers import Viewer, launched

pytestmark = [pytest.mark.browser, pytest.mark.torch, pytest.mark.slow]

SOURCE = str(Path(__file__).parents[2] / "src")
PROGRAM = """
import json, sys
import torch
import depyf
from torch._dynamo.utils import counters

@torch.compile(backend="eager", dynamic=False)
def cut(x):
    y = torch.sin(x)
    print("cut here")
    return y + 1

@torch.compile(backend="eager", dynamic=False)
def whole(x):
    return x.relu() * 2

with depyf.prepare_debug(sys.argv[1]):
    for size in (3, 4, 5):
        whole(torch.ones(size))
    cut(torch.ones(3))
    cut(torch.ones(4))
    cut(torch.ones(4))
told = {name: dict(counted) for name, counted in counters.items()}
print("\\n" + json.dumps(told, default=str))
"""


@pytest.fixture(scope="package")
def run(tmp_path_factory):
    """The folder that a program's run was written to, and torch's counters."""
    folder = tmp_path_factory.mktemp("counted")
    program = folder / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program), str(folder / "dump")],
        check=True,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": SOURCE},
        timeout=300,
    )
    return folder / "dump", json.loads(done.stdout.splitlines()[-1])


def test_the_overview_counts_as_torch_does(driver, browser, run):
    folder, counters = run
    viewer = Viewer(browser.browser, browser.name, folder)
    page = viewer.opened("index")
    totals = page.locator(".totals").inner_text()
    table = page.locator("main table tbody tr")
    entries = sum(int(text) for text in table.locator("td:nth-child(3)").all_inner_texts())
    page.close()
    counted = {name: int(number) for number, name in re.findall(r"(\d+) ([a-z ]+)", totals)}
    assert counted["graphs"] == counters["stats"]["unique_graphs"]
    assert entries == counters["frames"]["ok"]
    print(counters, counted)
