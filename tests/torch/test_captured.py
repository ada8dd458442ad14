"""What graphs captured is told by function and module, and its source is kept."""

from __future__ import annotations

import json

import pytest

from tests.page import page_data

from .conftest import HAS_TRACE

pytestmark = pytest.mark.torch

HELPERS = """\
import torch

def scaled(x, by):
    return x * by

class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(2, 2)

    def forward(self, x):
        y = self.lin(x)
        return scaled(y, 2) + 1
"""
PROGRAM = f"""
from pathlib import Path
Path("helpers_of_it.py").write_text({HELPERS!r})
import helpers_of_it
import torch, depyf

class Heir(helpers_of_it.Block):
    pass

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(Heir() for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x.sin()

net = torch.compile(Net(), backend="aot_eager")
with depyf.prepare_debug("dump"):
    net(torch.ones(2, 2))
    net(torch.ones(3, 2))
"""


@pytest.mark.skipif(not HAS_TRACE, reason="this torch has no structured trace")
def test_captured_lines_are_told_by_function_and_module(run_program):
    done = run_program(PROGRAM)
    summary = json.loads(done.read("summary.json"))
    (frame,) = summary["frames"]
    for compilation in frame["compilations"]:
        found = [
            (one["function"], one["lines"], one.get("modules"), one["first_line"])
            for one in compilation["captured_places"]
        ]
        assert found == [
            ("Net.forward", "18", None, 15),
            ("Block.forward", "12-13", ["layers[0..2]"], 11),
            ("scaled", "4", ["layers[0..2]"], 3),
        ]
    lines = [json.loads(line) for line in done.read("journal.jsonl").splitlines()]
    told = [line for line in lines if line["kind"] == "source_text"]
    # Beside a method what its attributes begin with.
    assert sorted(line["qualified_name"] for line in told) == [
        "Block.__init__",
        "Block.forward",
        "Net.__init__",
        "Net.forward",
        "scaled",
    ]
    assert not any(line.get("changed") for line in told)
    texts = "\n".join(page_data(done.read("index.html"))["texts"])
    assert "return scaled(y, 2) + 1" in texts
