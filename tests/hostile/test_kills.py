"""A run that is killed at any moment leaves a report of what was compiled before."""

from __future__ import annotations

import os
import textwrap

import pytest

from tests.torch.conftest import program_runner

pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
]

KILLS = """
import json, os, random, signal, sys, time
import torch
import depyf
from depyf.cli.main import main

FUNCTIONS = 12

def child(pipe, folder):
    with depyf.prepare_debug(folder):
        for number in range(FUNCTIONS):
            names = {"torch": torch}
            text = f"def f_{number}(x):\\n    return x.sin() * {number}\\n"
            exec(compile(text, f"f_{number}.py", "exec"), names)
            torch.compile(names[f"f_{number}"], backend="eager")(torch.ones(2))
            os.write(pipe, f"f_{number}\\n".encode())
    os.write(pipe, b"end\\n")

def run(folder, seconds):
    read, write = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.close(read)
            os.dup2(2, 1)
            child(write, folder)
        finally:
            os._exit(0)
    os.close(write)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(process, signal.SIGKILL)
    started = time.monotonic()
    with open(read) as told:
        words = told.read().split()
    os.waitpid(process, 0)
    return words

started = time.monotonic()
whole = run("whole", None)
limit = time.monotonic() - started
chance = random.Random(int(sys.argv[2]))
report = []
for number in range(int(sys.argv[1])):
    folder = f"dump_{number}"
    told = run(folder, chance.uniform(0.0, limit))
    compiled = [word for word in told if word != "end"]
    if not os.path.exists(f"{folder}/journal.jsonl"):
        report.append([number, len(compiled), len(compiled), False, []])
        continue
    code = main(["report", folder])
    with open(f"{folder}/index.md") as file:
        index = file.read()
    lost = [name for name in compiled if f"full_code_for_{name}_0.py" not in index]
    litter = [one for one in os.listdir(folder) if "tmp" in one]
    # The next run in the same place takes away what the killed one had begun.
    if number % 10 == 0:
        run(folder, None)
        litter = [one for one in os.listdir(folder) if "tmp" in one]
        report.append([number, len(compiled), len(lost), code == 0, litter])
    else:
        report.append([number, len(compiled), len(lost), code == 0, []])
print(json.dumps([whole, report]))
"""


def killed(directory, times, seed):
    runner = program_runner(directory)
    whole, report = runner(textwrap.dedent(KILLS), str(times), str(seed)).told
    assert whole[-1] == "end"
    assert len(report) == times
    assert [one for one in report if one[2] or one[4]] == []
    assert [one for one in report if one[1] and not one[3]] == []
    return report


def test_a_run_that_is_killed_is_reported(tmp_path):
    killed(tmp_path, 5, 0)


@pytest.mark.rare(reason="a hundred more moments")
@pytest.mark.parametrize("seed", range(1, 11))
def test_a_run_that_is_killed_at_a_hundred_moments_is_reported(tmp_path, seed):
    report = killed(tmp_path, 10, seed)
    assert len({compiled for _, compiled, *_ in report}) > 1
