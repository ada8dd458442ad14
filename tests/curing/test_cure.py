"""`depyf cure` as a user runs it: files, exit code, and the program untouched."""

from __future__ import annotations

import json
import subprocess

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.trial import Command
from tests.findings.run import PROGRAMS, run_text
from tests.warm import run_python


def cured(folder, text, *options):
    program = folder / "program" / "main.py"
    program.parent.mkdir()
    program.write_text(text)
    done = run_python(
        ["-m", "depyf", "cure", "--out", str(folder / "out"), *options, "main.py"],
        cwd=program.parent,
    )
    assert program.read_text() == text
    assert [one.name for one in program.parent.iterdir()] == ["main.py"]
    return done, folder / "out"


def test_a_program_without_torch_is_told_that_there_is_nothing(tmp_path):
    done, out = cured(tmp_path, "print(1)\n")
    assert not done.returncode, done.stderr
    assert "there is nothing to cure" in done.stdout
    figures = json.loads((out / "cure.json").read_text())
    assert figures["schema"] == 1
    assert figures["edits"] == []
    assert (out / "cure.patch").read_text() == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import uuid\nprint(uuid.uuid4())\n", "prints different words in each run"),
        ("input()\n", "reads standard input"),
        ("raise SystemExit(3)\n", "ends with exit code 3, also without"),
        ("import time\ntime.sleep(60)\n", "does not end within the budget"),
    ],
)
def test_what_cannot_be_compared_is_said(tmp_path, text, words):
    done, out = cured(tmp_path, text, "--budget", "4")
    assert not done.returncode, done.stderr
    assert words in done.stdout
    assert words in (out / "cure.md").read_text()


def test_a_program_that_is_not_there_is_one_clear_error(tmp_path):
    done = run_python(["-m", "depyf", "cure", "none.py"], cwd=tmp_path)
    assert done.returncode == 2
    assert "none.py" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.torch
@pytest.mark.slow(reason="a program is run several times")
@pytest.mark.parametrize(
    ("name", "figure"),
    [
        pytest.param(
            *("helper_any", "graph_breaks"),
            marks=pytest.mark.rare(reason="one more program"),
        ),
        ("counter_attribute", "recompiles"),
    ],
)
def test_the_patch_cures_the_program(tmp_path, name, figure):
    pytest.importorskip("torch")
    text = (PROGRAMS / f"{name}.py").read_text()
    done, out = cured(tmp_path, text, "--budget", "120")
    assert not done.returncode, done.stderr
    known = json.loads((out / "cure.json").read_text())
    assert known["before"][figure]
    assert known["after"][figure] == 0
    kept = [one for one in known["edits"] if one["verdict"] == "kept"]
    assert kept
    assert all(one["file"] == "main.py" for one in kept)
    program = tmp_path / "program"
    patch = str(out / "cure.patch")
    subprocess.run(["git", "apply", patch], cwd=program, check=True)
    edited = run_text("main", tmp_path / "again", (program / "main.py").read_text())
    assert edited.figures().breaks == 0
    assert edited.figures().recompiles == 0


@pytest.mark.torch
def test_a_quick_run_counts_the_same_and_makes_no_kernels(tmp_path):
    pytest.importorskip("torch")
    program = tmp_path / "main.py"
    program.write_text(
        "import torch\n"
        "@torch.compile\n"
        "def f(x):\n"
        "    if x.sum() > 0:\n"
        "        return x + 1\n"
        "    return x - 1\n"
        "for size in (3, 4, 5):\n"
        "    print(f(torch.ones(size)).sum().item())\n"
    )
    files = ProgramFiles(str(tmp_path), str(program), {})
    command = Command([str(program)], is_module=False, folder=tmp_path / "runs")
    quick = command.quick(files, "quick", 100.0)
    assert (quick.exit_code, quick.output.split()) == (0, ["6.0", "8.0", "10.0"])
    assert (quick.graph_breaks, quick.recompiles) == (1, 2)
    compilations = [one for frame in quick.run.frames for one in frame.compilations]
    assert not any(one.kernels for one in compilations)


@pytest.mark.torch
def test_no_run_finds_the_kernels_of_another_one(tmp_path):
    """The program as it stands would compile faster than an edited one."""
    pytest.importorskip("torch")
    program = tmp_path / "main.py"
    program.write_text(
        "import os, torch\n"
        "caches = os.environ['TORCHINDUCTOR_CACHE_DIR']\n"
        "print(os.path.exists(caches))\n"
        "os.makedirs(caches, exist_ok=True)\n"
        "open(os.path.join(caches, 'kernel.so'), 'w').close()\n"
    )
    files = ProgramFiles(str(tmp_path), str(program), {})
    command = Command([str(program)], is_module=False, folder=tmp_path / "runs")
    for name in ("run_0", "run_1", "run_1"):
        assert command.measured(files, name, 100.0).output.split() == ["False"]
    assert not list(tmp_path.rglob("kernel.so"))
