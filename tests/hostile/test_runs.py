"""A run with odd files in its directory does what it does without them."""

from __future__ import annotations

import os
import textwrap

import pytest

from depyf.model.file_names import FLOW, INDEX, JOURNAL, REPORT, SUMMARY
from tests.torch.conftest import program_runner

pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(os.name == "nt", reason="file systems of POSIX"),
]

HEAD = """
import os, sys
from pathlib import Path
import torch
import depyf

def make(n):
    @torch.compile(backend="eager")
    def f(x):
        y = x * n
        torch._dynamo.graph_break()
        return y + 1
    return f

"""
PLAIN = """
print(make(2)(torch.ones(2)).tolist())
print(make(3)(torch.ones(2)).tolist())
sys.exit(3)
"""
OUT = "[3.0, 3.0]\n[4.0, 4.0]\n"
NAMES = ("manifest.json", JOURNAL, INDEX, REPORT, SUMMARY, f"{FLOW}.svg")


@pytest.fixture
def run(tmp_path):
    """Runs a program with a few lines before and within the block."""
    runner = program_runner(tmp_path)

    def run_with(before="", within="", name="dump"):
        block = f"with depyf.prepare_debug({name!r}):\n"
        parts = PLAIN.strip().splitlines()
        body = [parts[0], *textwrap.dedent(within).strip().splitlines(), *parts[1:]]
        inner = textwrap.indent("\n".join(body), "    ")
        return runner(HEAD + textwrap.dedent(before) + block + inner, expect=3)

    return run_with


def test_no_fifo_keeps_the_program_waiting(run):
    before = f"""
        os.mkdir("dump")
        for name in {NAMES}:
            os.mkfifo("dump/" + name)
        """
    done = run(before)
    assert done.stdout == OUT
    assert "Traceback" not in done.stderr
    index = done.read(INDEX)
    for name in NAMES:
        assert f"{name}.before-depyf" in index
    assert done.files("__transformed_code_*")


def test_files_of_the_users_are_kept_and_that_is_said_once(run):
    before = f"""
        os.mkdir("dump")
        for name in {NAMES}:
            Path("dump", name).write_text("mine")
        """
    done = run(before)
    assert done.stdout == OUT
    for name in NAMES:
        assert done.read(f"{name}.before-depyf") == "mine"
        assert done.read(INDEX).count(f"{name}.before-depyf") == 1
        assert done.stderr.count(f"{name}.before-depyf") == 1
    again = run()
    assert again.files("*.before-depyf*") == done.files("*.before-depyf*")
    assert "before-depyf" not in again.stderr + again.read(INDEX)


def test_a_directory_swapped_for_a_link_is_not_written_through(run):
    within = """
        os.mkdir("victim")
        os.rename("dump", "moved")
        os.symlink("victim", "dump")
        """
    done = run(within=within)
    assert done.stdout == OUT
    assert "Traceback" not in done.stderr
    assert "is a link" in done.stderr
    assert done.files(dump="victim") == []
    assert JOURNAL in done.files(dump="moved")


def test_a_path_through_a_link_leads_where_the_system_says(run):
    before = """
        os.makedirs("far/away")
        os.symlink("far/away", "link")
        """
    done = run(before, name="link/../out")
    assert done.stdout == OUT
    assert done.files(INDEX, dump="far/out") == [INDEX]
    assert done.files(dump="out") == []


def test_a_directory_that_is_a_loop_of_links_changes_nothing(run):
    done = run("os.symlink('dump', 'dump')\n")
    assert done.stdout == OUT
    assert "Traceback" not in done.stderr
    assert done.from_depyf
