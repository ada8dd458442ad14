"""Inside a C++ kernel with gdb, as the docs tell."""

from __future__ import annotations

import math
import re
import shutil
import sys
from pathlib import Path

import pytest

from .dumped import environment
from .terminal import Terminal

pytestmark = [
    pytest.mark.torch,
    pytest.mark.slow(reason="compiles a kernel with debug information, under gdb"),
]
DOCS = Path(__file__).resolve().parents[2] / "docs" / "debugging.md"
_QUIET = ("-ex", "set pagination off", "-ex", "set confirm off")
PROGRAM = """
import torch
import depyf

@torch.compile
def f(x):
    return (x.sin() + 1).cos() * 2

with depyf.prepare_debug("dump"):
    f(torch.ones(64))
with depyf.debug():
    print(float(f(torch.zeros(64)).sum()))
"""


@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
def test_gdb_stops_in_the_lines_of_a_kernel(tmp_path):
    """Source lines and arguments, in a kernel compiled as the docs say."""
    text = DOCS.read_text(encoding="utf-8")
    variable, value, program = re.search(r"\$ (\w+)=(\d) (gdb) --args", text).groups()
    commands = re.findall(r"^ +\(gdb\) (.+)$", text, re.MULTILINE)
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    env = environment(PYTHONBREAKPOINT="0", **{variable: value})
    start = [program, "-q", *_QUIET, "--args", sys.executable]
    terminal = Terminal([*start, str(path)], str(tmp_path), env, prompt="(gdb) ")
    try:
        terminal.read_until()
        for command in commands:
            answer = terminal.say(command)
        assert re.search(r"Breakpoint 1\S* kernel \(|hit Breakpoint \S+ kernel", answer)
        assert re.search(r"\.main\.cpp:\d+", answer)
        assert re.search(r"in_ptr0\s+?= 0x|in_ptr0=0x", terminal.say("info args"))
        first = terminal.say("next")
        assert re.search(r"^\d+\s", first.split("\n", 1)[1], re.MULTILINE)
        terminal.say("delete")
        terminal.say("continue")
    finally:
        terminal.close()
    (printed,) = re.findall(r"^(\d+\.\d+)\s*$", terminal.log, re.MULTILINE)
    assert float(printed) == pytest.approx(64 * 2 * math.cos(1), rel=1e-3)
