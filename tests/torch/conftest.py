"""Runs whole programs under depyf, each in a process of its own.

torch keeps process-wide state (compile ids, caches, hooks): a test that shares a
process with another would test both.
"""

from __future__ import annotations

import importlib.util
import json
import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.warm import run_python


@dataclass
class Finished:
    """What a program left behind."""

    code: int
    stdout: str
    stderr: str
    directory: Path

    @property
    def told(self):
        """The last line of stdout, as JSON: what the program says about itself."""
        return json.loads(self.stdout.strip().splitlines()[-1])

    @property
    def from_depyf(self):
        """What depyf said on stderr."""
        return [line for line in self.stderr.splitlines() if "depyf" in line]

    def files(self, pattern="*", dump="dump"):
        return sorted(path.name for path in (self.directory / dump).glob(pattern))

    def read(self, name, dump="dump"):
        return (self.directory / dump / name).read_text(encoding="utf-8")


def torch_writes(module, text):
    """Whether this torch's `module` holds `text`: a record or a comment it makes.

    Looked up in the source, so that pytest's own process need not import torch.
    """
    root = importlib.util.find_spec("torch")
    if root is None or root.origin is None:
        return False
    path = Path(root.origin).parent.joinpath(*module.split(".")[1:]).with_suffix(".py")
    return path.exists() and text in path.read_text(encoding="utf-8")


HAS_TRACE = torch_writes("torch._logging._internal", "def trace_structured(")
needs_trace = pytest.mark.skipif(
    not HAS_TRACE, reason="this torch has no structured trace"
)


@pytest.fixture
def run_program(tmp_path):
    """Returns a function that runs a program in an empty directory."""
    return program_runner(tmp_path)


def program_runner(directory):
    """Returns a function that runs a program in a directory.

    With `fresh`, in a new interpreter; else one that has torch imported may be forked.
    """

    def run(
        source, *args, env=None, stdin="", expect=0, name="program.py", fresh=False
    ):
        path = directory / name
        path.write_text(textwrap.dedent(source), encoding="utf-8")
        done = run_python(
            [str(path), *args], cwd=directory, env=env, text=stdin, fresh=fresh
        )
        assert done.returncode == expect, done.stderr + done.stdout
        return Finished(done.returncode, done.stdout, done.stderr, directory)

    return run
