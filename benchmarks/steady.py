"""Counts the instructions of a warm call: plain, inside a block, and after it.

    python benchmarks/steady.py [--out FILE]

Runs under valgrind's callgrind, which counts what the processor executes and so does
not depend on what else the machine does. Counting is on only around the calls; each
phase is counted for a number of calls and for twice as many, and the difference is what
the calls cost, without what it costs to begin and end the counting.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CALLS = 50
_TOTAL = re.compile(r"^(?:summary|totals): (\d+)", re.MULTILINE)

PROGRAM = """
import gc, os, subprocess, sys
import torch

mode, calls, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]

class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        y = self.linear(x).relu()
        torch._dynamo.graph_break()
        return y + 1

layer = torch.compile(Layer(), backend="eager")
x = torch.ones(2, 4)

def control(*arguments):
    subprocess.run(["callgrind_control", *arguments, str(os.getpid())],
                   stdout=subprocess.DEVNULL, check=True)

def count(label):
    for _ in range(20):
        layer(x)
    gc.collect()
    gc.disable()
    for repeat in (calls, 2 * calls):
        numbers = [None] * repeat
        control("-i", "on")
        control("-z")
        for _ in numbers:
            layer(x)
        control("-d", f"{label} {repeat}")
        control("-i", "off")
    gc.enable()

with torch.no_grad():
    if mode == "plain":
        count("plain")
    else:
        import depyf
        with depyf.prepare_debug(folder):
            count("inside")
        count("after")
"""


def main() -> None:
    """Measures, prints, and writes down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if not is_possible():
        sys.exit("valgrind is needed")
    versions = {"python": platform.python_version(), "torch": torch_version()}
    report = {**versions, **measured()}
    print(json.dumps(report, indent=1))
    if options.out:
        options.out.write_text(json.dumps(report, indent=1) + "\n")


def is_possible() -> bool:
    """Return whether valgrind is there."""
    return shutil.which("valgrind") is not None


def measured() -> dict[str, object]:
    """Return the instructions of a warm call, and their ratios to a plain one's."""
    counts = {**counted("plain"), **counted("depyf")}
    return {
        "instructions of one warm call": counts,
        "inside / plain": round(counts["inside"] / counts["plain"], 4),
        "after / plain": round(counts["after"] / counts["plain"], 4),
    }


def counted(mode: str) -> dict[str, float]:
    """Runs the program under valgrind; returns instructions by phase, of one call."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program.py"
        program.write_text(PROGRAM, encoding="utf-8")
        subprocess.run(
            [
                *("valgrind", "--tool=callgrind", "--instr-atstart=no", "--quiet"),
                f"--callgrind-out-file={folder}/out",
                *(sys.executable, str(program), mode, str(CALLS), f"{folder}/dump"),
            ],
            env={**os.environ, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"},
            check=True,
        )
        totals: dict[str, dict[int, int]] = {}
        for path in Path(folder).glob("out.*"):
            text = path.read_text(encoding="utf-8", errors="replace")
            found = re.search(r"Trigger: .*?(plain|inside|after) (\d+)", text)
            total = _TOTAL.search(text)
            if found and total:
                by_calls = totals.setdefault(found[1], {})
                by_calls[int(found[2])] = int(total[1])
    return {
        label: statistics.fmean([(by_calls[2 * CALLS] - by_calls[CALLS]) / CALLS])
        for label, by_calls in totals.items()
    }


def torch_version() -> str:
    """The version of torch that the programs run."""
    import torch

    return str(torch.__version__)


if __name__ == "__main__":
    main()
