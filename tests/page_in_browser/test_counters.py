"""The numbers of the overview are those that torch counted in the same run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .browsers import Viewer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.torch,
    pytest.mark.slow(reason="compiles programs, then reads their pages in a browser"),
]

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


def test_the_overview_counts_as_torch_does(browser, run):
    folder, counters = run
    viewer = Viewer(browser.browser, browser.name, folder)
    page = viewer.opened("index")
    words = page.locator(".totals").inner_text()
    totals = {
        name: int(n) for n, name in re.findall(r"(\d+) ([a-z]+(?: [a-z]+)?)", words)
    }
    rows = page.locator("main table tbody tr")
    functions = rows.count()
    entries = sum(map(int, rows.locator("td:nth-child(3)").all_inner_texts()))
    met = page.get_by_role("treeitem", name=re.compile(r"break .*:\d")).count()
    page.close()
    assert totals["graphs"] == counters["stats"]["unique_graphs"] == 7
    # torch counts a break each time that it is met, under its reason.
    assert totals["graph break"] == len(counters["graph_break"]) == 1
    # It stands at each entry that met it.
    assert sum(counters["graph_break"].values()) == met == 2
    assert entries == counters["frames"]["ok"] == counters["frames"]["total"] == 7
    # Each function is compiled once, and what comes after is a recompile.
    assert totals["recompiles"] == counters["frames"]["ok"] - functions == 4
    assert browser.said == viewer.said == []
