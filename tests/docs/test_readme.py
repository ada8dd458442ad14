"""The README shows what its program does, and its links lead on from PyPI, too."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.warm import run_python

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
HOME = "https://github.com/thuml/depyf"
IN_THE_REPOSITORY = re.compile(
    r"https://(?:github\.com/thuml/depyf/blob|raw\.githubusercontent\.com/thuml/depyf)"
    r"/HEAD/([^)\s#]+)"
)
TARGET = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Times and the build of torch differ from machine to machine.
VARYING = re.compile(r"\d+\.\d s\b|\d+ %|\+cpu|3\.11\.\d+")
# The README folds long lines, so that PyPI shows them whole.
FOLD = re.compile(r"\n {6}(?=\S)")


def block(language, beginning):
    """Return the one fenced block of a language that begins so."""
    (found,) = (
        body
        for kind, body in FENCE.findall(TEXT)
        if kind == language and body.startswith(beginning)
    )
    return found


def fixed(text):
    """Return the lines of a text, unfolded, without what differs from run to run."""
    return VARYING.sub("…", FOLD.sub(" ", text)).splitlines()


def test_all_links_work_from_pypi_as_well():
    """PyPI shows the README, and relative links are dead there."""
    assert [one for one in TARGET.findall(TEXT) if not one.startswith("http")] == []
    missing = [
        path for path in IN_THE_REPOSITORY.findall(TEXT) if not (ROOT / path).exists()
    ]
    assert missing == []
    assert f'"{HOME}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.fixture
def program(tmp_path):
    torch = pytest.importorskip("torch")
    made_with = sys.version_info[:2], torch.__version__.partition("+")[0]
    if made_with != ((3, 11), "2.13.0"):
        pytest.skip("the README was made with torch 2.13 on CPython 3.11")
    (tmp_path / "program.py").write_text(block("python", "import torch"), "utf-8")
    return tmp_path


@pytest.mark.torch
@pytest.mark.slow(reason="Inductor compiles")
def test_the_index_is_that_of_the_program(program):
    done = run_python(["-m", "depyf", "run", "program.py"], cwd=program)
    assert done.returncode == 0, done.stderr
    shown = fixed(block("markdown", "# program.py"))
    index = (program / "depyf_debug_dir" / "index.md").read_text(encoding="utf-8")
    assert fixed(index)[: len(shown)] == shown


@pytest.mark.torch
@pytest.mark.rare(reason="the program runs six times")
def test_the_cure_is_that_of_the_program(program):
    done = run_python(["-m", "depyf", "cure", "program.py"], cwd=program, fresh=True)
    shown = fixed(block("console", "$ depyf cure").split("\n", 1)[1])
    assert set(shown) <= set(fixed(done.stdout))
