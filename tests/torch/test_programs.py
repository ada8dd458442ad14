"""Whole programs of every kind, with and without depyf: nobody can tell the difference.

The programs are in `tests/programs` and print what they compute; each runs alone and
inside a block. Output and exit code must be the same to the letter, stderr but for the
files and lines that tracebacks name; and every file of the dump must compile.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.warm import SECONDS, SOURCE, run_python

from .conftest import torch_writes

pytestmark = pytest.mark.torch

PROGRAMS = Path(__file__).resolve().parents[1] / "programs"
# A name that must be quoted in a shell, in HTML and in Markdown.
FOLDER = "du mp & <b>$HOME</b> `x` [1](2) 'ä'"
LAUNCHER = """
import os, runpy, sys
import depyf

folder, sys.argv = sys.argv[1], sys.argv[2:]
sys.path[0] = os.path.dirname(sys.argv[0])
with depyf.prepare_debug(folder):
    runpy.run_path(sys.argv[0], run_name="__main__")
"""
# Programs about how a process ends, what it forks, what it warns of.
NEW_INTERPRETER = {"errors", "lifetimes", "processes", "threads"}
# torch's own, while the interpreter ends.
AT_EXIT = re.compile(r"Exception ignored .*<function ExactWeakKeyDictionary\.")
NO_TABLE = "AttributeError: 'NoneType' object has no attribute 'pop'"
ALONE = [
    ("generators_and_async", []),
    ("autograd", []),
    ("modules", []),
    ("subclasses", []),
    ("functional", []),
    ("ways_of_compiling", []),
    ("exporting", []),
    ("compiled_autograd", []),
    ("hostile_objects", []),
    ("modes", []),
    ("lifetimes", []),
    ("peak_memory", []),
    ("names", []),
    ("errors", []),
    ("threads", []),
]
# Some of every kind are in each run.
SOME = {"autograd", "modules", "hostile_objects", "errors"}
# About how processes end, and what others wrote: CI has these, too.
MORE = {"lifetimes", "threads", "ways_of_compiling"}


def marks_of(name):
    """Where a program runs: always, in CI, or where all tests do."""
    return () if name in SOME else SLOW if name in MORE else RARE


SLOW = pytest.mark.slow(reason="one more program, with and without depyf")
RARE = pytest.mark.rare(reason="one more program, with and without depyf")
WITH_KERNELS = [
    ("exporting", ["kernels"], RARE),
    ("inductor_modes", ["max-autotune-no-cudagraphs"], RARE),
    ("inductor_modes", ["reduce-overhead"], ()),
    ("inductor_modes", ["max-autotune"], RARE),
]


# What this torch has to have for a program: a module, and what stands in it.
NEEDS = {
    "autograd": ("torch.library", "custom_op"),
    "compiled_autograd": ("torch._dynamo.config", "\ncompiled_autograd"),
    "exporting-kernels": ("torch._inductor.__init__", "def aoti_compile_and_package"),
}


def skip_what_torch_lacks(name):
    if name in NEEDS and not torch_writes(*NEEDS[name]):
        pytest.skip(f"this torch lacks {NEEDS[name][1].strip()}")


def outcome(folder, *command):
    """Runs Python with arguments; returns exit code, stdout and comparable stderr."""
    fresh = bool(NEW_INTERPRETER.intersection(Path(one).stem for one in command))
    done = run_python(command, cwd=folder, fresh=fresh)
    return done.returncode, done.stdout, comparable(done.stderr)


def comparable(stderr):
    """What a program says without times, processes, and the lines of tracebacks.

    Relocated frames name our file and line, and the launcher is a frame of its own.
    """
    stderr = re.sub(r"(?m)^([IWE])\d{4} [\d:.]+ \d+ ", r"\1 ", stderr)
    stderr = re.sub(r"(?m)^\[[\d-]+ [\d:,]+\] ", "", stderr)  # up to 2.2
    # torch's own temporary folder, which 2.6 does not close.
    stderr = re.sub(r"[/\\]tmp[a-z0-9_]{8}'", "/tmp'", stderr)
    told = [line for line in stderr.splitlines() if line and not line[0].isspace()]
    return [re.sub(r"^\S+\.py:\d+: ", "", line) for line in told]


def without_noise_at_exit(told):
    """What a program says, and how often torch failed in a callback at its very end.

    Since 2.14 torch's table of names to clean up may be gone by the time that its
    callbacks ask for it; whether it is depends on the order in which modules die.
    """
    kept = []
    for line in told:
        kept.append(line)
        if line == NO_TABLE and len(kept) >= 3 and AT_EXIT.match(kept[-3]):
            del kept[-3:]
    return kept, (len(told) - len(kept)) // 3


def assert_sound(folder):
    assert list(folder.glob("index.md"))
    assert not list(folder.rglob("*.tmp"))
    for path in folder.rglob("*.py"):
        compile(path.read_text(encoding="utf-8"), str(path), "exec")


def assert_same(tmp_path, name, arguments, *flags):
    program = str(PROGRAMS / f"{name}.py")
    launcher = tmp_path / "launcher.py"
    launcher.write_text(LAUNCHER, encoding="utf-8")
    # First without: what torch says only when its caches are cold is said to neither.
    if name == "inductor_modes":
        outcome(tmp_path, *flags, program, *arguments)
    plain = outcome(tmp_path, *flags, program, *arguments)
    seen = outcome(tmp_path, *flags, str(launcher), FOLDER, program, *arguments)
    assert seen[:2] == plain[:2]
    told, noise = without_noise_at_exit(plain[2])
    told_with_depyf, noise_with_depyf = without_noise_at_exit(seen[2])
    assert told_with_depyf == told
    # Modules may die in a kinder order with depyf, never in a worse one.
    assert noise_with_depyf <= noise
    assert_sound(tmp_path / FOLDER)
    return plain


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        pytest.param(name, arguments, id=name, marks=marks_of(name))
        for name, arguments in ALONE
    ],
)
def test_a_program_runs_the_same(tmp_path, name, arguments):
    skip_what_torch_lacks(name)
    code, stdout, _ = assert_same(tmp_path, name, arguments)
    assert stdout
    assert code == (1 if name == "errors" else 0)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        pytest.param(name, arguments, marks=marks, id="-".join([name, *arguments]))
        for name, arguments, marks in WITH_KERNELS
    ],
)
@pytest.mark.slow(reason="compiles kernels without a cache")
def test_a_program_with_kernels_runs_the_same(tmp_path, name, arguments):
    skip_what_torch_lacks("-".join([name, *arguments]))
    code, stdout, stderr = assert_same(tmp_path, name, arguments)
    assert stdout
    assert code == 0, stderr


@pytest.mark.parametrize(
    "name",
    [
        "modules",
        pytest.param("autograd", marks=RARE),
        pytest.param("errors", marks=RARE),
    ],
)
def test_warnings_may_be_errors(tmp_path, name):
    skip_what_torch_lacks(name)
    assert_same(tmp_path, name, [], "-W", "error")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.slow(reason="processes that import torch anew")
def test_children_of_every_kind_run_the_same(tmp_path):
    program = str(PROGRAMS / "processes.py")
    plain = outcome(tmp_path, program)
    assert plain[0] == 0
    run = ["-m", "depyf", "run", "--out", str(tmp_path / FOLDER), program]
    code, stdout, stderr = outcome(tmp_path, *run)
    assert (code, stdout) == plain[:2]
    # The last line of `depyf run` names the index; a child's failure would be more.
    assert [line for line in stderr if "failed" in line or "failure" in line] == []
    assert_sound(tmp_path / FOLDER)


@pytest.mark.rare(reason="processes that import torch anew")
def test_processes_may_share_a_directory(tmp_path):
    program = str(PROGRAMS / "threads.py")
    launcher = tmp_path / "launcher.py"
    launcher.write_text(LAUNCHER, encoding="utf-8")
    started = [
        subprocess.Popen(
            [sys.executable, str(launcher), "dump", program],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    ended = [process.communicate(timeout=SECONDS) for process in started]
    code, stdout, _ = outcome(tmp_path, program)
    assert code == 0
    for process, (out, err) in zip(started, ended):
        assert (process.returncode, out) == (0, stdout)
        assert "depyf" not in err
    assert_sound(tmp_path / "dump")
    indices = list((tmp_path / "dump").rglob("index.md"))
    assert len(indices) == len(started)
