"""A `with` that torch cannot trace is entered around the call of compiled code."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.entered_around import entered_around
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine

HELPERS = """\
import contextlib

@contextlib.contextmanager
def frozen(module):
    module.requires_grad_(False)
    yield
"""
LOSSES = """\
from helpers import frozen

def loss(critic, x):
    fake = x + 1
    with {entered}:
        return critic(fake)
"""
MAIN = """\
import torch
from losses import loss

def main():
    step = torch.compile(loss)
    for x in range(3):
        {call}
        print(x)
"""


def edited(folder, entered="frozen(critic)", call="y = step(net, x)"):
    texts = {
        "helpers": HELPERS, "losses": LOSSES.format(entered=entered),
        "main": MAIN.format(call=call),
    }  # fmt: skip
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)

    def line(name, mark, function):
        lines = texts[name].split("\n")
        number = next(n for n, one in enumerate(lines, 1) if mark in one)
        return SourceLine(str(folder / f"{name}.py"), number, function)

    root = line("losses", "def loss", "loss")
    stack = (line("losses", "with", "loss"), line("helpers", "requires_grad", "frozen"))
    frame = SimpleNamespace(
        file=root.file, co_name="loss", first_line=root.line,
        compilations=[SimpleNamespace(stack=(line("main", "step(", "main"), root))],
    )  # fmt: skip
    event = SimpleNamespace(user_stack=stack)
    one = SimpleNamespace(frames=[frame], event=event, events=[event])
    known = [str(folder / f"{name}.py") for name in texts]
    files = ProgramFiles(str(folder), known[-1], {})
    for found in entered_around(one, files, "finding", known):
        after = files.edited(found.edits)
        return [after.text(known[1]), after.text(known[2])]
    return None


def test_the_caller_enters_it_and_imports_what_it_needs(tmp_path):
    losses, main = edited(tmp_path)
    assert (
        "with contextlib.nullcontext() if torch.compiler.is_compiling() else "
        "frozen(critic):\n"
    ) in losses
    assert "        with frozen(net):\n            y = step(net, x)\n" in main
    assert "from helpers import frozen\n" in main


@pytest.mark.parametrize(
    "changed",
    [
        {"entered": "frozen(critic) as held"},  # the code inside uses it
        {"entered": "frozen(fake)"},  # of a value that the compiled code makes
        {"call": "y = [step(net, one) for one in x]"},
    ],
    ids=["named", "made inside", "comprehension"],
)
def test_others_stay_inside(tmp_path, changed):
    assert edited(tmp_path, **changed) is None
