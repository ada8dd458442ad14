"""Counts the instructions of compiling, with and without depyf.

    python benchmarks/compiling.py [bert-eager llama-eager] [--out FILE]

For machines that others use as well: what `measure.py` times there says little. Runs a
program of `workloads.py` under valgrind's callgrind, once plain and once under depyf,
and counts apart: getting ready (importing depyf, opening the block), the program inside
the block, and closing the block, with the report. Compilers that are started as
processes of their own are not counted, so this is for the eager backend.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PHASES = ("ready", "inside", "closed")
_TOTAL = re.compile(r"^(?:summary|totals): (\d+)", re.MULTILINE)
_PHASE = re.compile(rf"Trigger: .*?({'|'.join(PHASES)})")

PROGRAM = """
import os, subprocess, sys
from contextlib import nullcontext

sys.path.insert(0, sys.argv[2])
import workloads

def control(*arguments):
    subprocess.run(["callgrind_control", *arguments, str(os.getpid())],
                   stdout=subprocess.DEVNULL, check=True)

run = workloads.WORKLOADS[sys.argv[1]]()
control("-i", "on")
control("-z")
if len(sys.argv) > 3:
    import depyf
    block = depyf.prepare_debug(sys.argv[3])
else:
    block = nullcontext()
with block:
    control("-d", "ready")
    run()
    control("-d", "inside")
control("-d", "closed")
control("-i", "off")
"""


def main() -> None:
    """Measures, prints, and writes down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("workloads", nargs="*", default=["bert-eager", "llama-eager"])
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is needed")
    report: dict[str, object] = {"python": platform.python_version(), "torch": torch()}
    for name in options.workloads:
        plain, watched = counted(name, plain=True), counted(name, plain=False)
        report[name] = {
            "plain": plain,
            "with depyf": watched,
            "inside, ratio": ratio(watched["inside"], plain["inside"]),
            "everything, ratio": ratio(sum(watched.values()), plain["inside"]),
        }
        print(name, json.dumps(report[name], indent=1), flush=True)
        if options.out:
            options.out.write_text(json.dumps(report, indent=1) + "\n")


def counted(workload: str, *, plain: bool) -> dict[str, int]:
    """Runs a workload under valgrind; returns the instructions of each phase."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program.py"
        program.write_text(PROGRAM, encoding="utf-8")
        dump = [] if plain else [f"{folder}/dump"]
        subprocess.run(
            [
                *("valgrind", "--tool=callgrind", "--instr-atstart=no", "--quiet"),
                f"--callgrind-out-file={folder}/out",
                *(sys.executable, str(program), workload, str(HERE), *dump),
            ],
            env={**os.environ, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"},
            check=True,
        )
        totals = dict.fromkeys(PHASES, 0)
        for path in Path(folder).glob("out.*"):
            text = path.read_text(encoding="utf-8", errors="replace")
            found, total = _PHASE.search(text), _TOTAL.search(text)
            if found and total:
                totals[found[1]] = int(total[1])
    return totals


def ratio(watched: int, plain: int) -> float:
    """How many times as many."""
    return round(watched / plain, 4)


def torch() -> str:
    """The version of torch that the programs run."""
    from importlib.metadata import version

    return version("torch")


if __name__ == "__main__":
    main()
