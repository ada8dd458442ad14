"""Every command in CONTRIBUTING.md can be given as it stands there."""

from __future__ import annotations

import ast
import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = [
    line[2:].partition("  #")[0].strip()
    for block in BLOCK.findall(TEXT)
    for line in block.splitlines()
]
PROGRAM = "def function(x):\n    return x\n"


def test_each_line_is_one_command():
    shown = [line for block in BLOCK.findall(TEXT) for line in block.splitlines()]
    assert all(line.startswith("$ ") and line.count("$ ") == 1 for line in shown)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_can_be_given(command, tmp_path):
    words = shlex.split(command)
    words = words[1:] if "=" in words[0] else words
    program, *arguments = words
    known = {"make": goal, "nox": session, "python": python, "depyf": depyf}
    if program in known:
        known[program](arguments, tmp_path)
    else:
        assert words == ["pre-commit", "install"]
        assert (ROOT / ".pre-commit-config.yaml").is_file()


def goal(arguments, _folder):
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    done = subprocess.run(
        ["make", "-n", *arguments], cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def session(arguments, _folder):
    tree = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
    sessions = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
    own = arguments[: arguments.index("--")] if "--" in arguments else arguments
    assert own[0] == "-s"
    assert set(own[1:]) <= sessions


def python(arguments, _folder):
    if arguments == ["..."]:
        return
    if arguments[0] != "-m":
        assert (ROOT / arguments[0]).is_file()
        return
    assert importlib.util.find_spec(arguments[1]) is not None
    paths = [one for one in arguments[2:] if "/" in one]
    assert all((ROOT / one).exists() for one in paths)


def depyf(arguments, folder):
    (folder / "file.py").write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "depyf", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
