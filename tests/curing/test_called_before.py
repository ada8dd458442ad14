"""A call that updates an object runs before the compiled function, not inside of it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.called_before import called_before
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine

PROGRAM = """\
import torch

class Table(torch.nn.Module):
    def grow(self, longest):
        if longest > self.longest:
            self.longest = int(longest)

    def forward(self, x, positions):
        {update}
        return x * positions

class Model(torch.nn.Module):
    def forward(self, ids, positions):
        x = self.embed(ids)
        return self.table(x, {given})

def main():
    model = Model()
    run = torch.compile(model)
    positions = torch.arange(4)
    {call}
"""


def edited(folder, update="self.grow(positions.max() + 1)", given="positions",
           call="print(run(ids, positions))"):  # fmt: skip
    file = folder / "main.py"
    text = PROGRAM.format(update=update, given=given, call=call)
    file.write_text(text)
    lines = text.split("\n")

    def line(mark, function="forward"):
        number = next(n for n, one in enumerate(lines, 1) if mark in one)
        return SourceLine(str(file), number, function, lines[number - 1].strip())

    stack = (line("self.table("), line(update), line("if longest", "grow"))
    root = line("forward(self, ids")
    frame = SimpleNamespace(
        file=str(file), co_name="forward", first_line=root.line,
        compilations=[SimpleNamespace(stack=(line(call, "main"), root))],
    )  # fmt: skip
    event = SimpleNamespace(user_stack=stack)
    one = SimpleNamespace(frames=[frame], event=event, events=[event])
    files = ProgramFiles(str(folder), str(file), {})
    for found in called_before(one, files, "finding", [str(file)]):
        new = files.edited(found.edits).text(str(file)).split("\n")
        return [one.strip() for one in new if one not in lines]
    return None


def test_the_call_moves_through_a_module_to_the_program(tmp_path):
    assert edited(tmp_path) == [
        "if not torch.compiler.is_compiling():",
        "self.grow(positions.max() + 1)",
        "run.table.grow(positions.max() + 1)",
    ]


@pytest.mark.parametrize(
    "changed",
    [
        {"update": "y = self.grow(positions.max() + 1)"},  # its result is used
        {"update": "self.grow(x.max())"},  # of a value that the compiled code makes
        {"given": "positions + 1"},  # what is passed is no variable
        {"call": "print([run(ids, one) for one in positions])"},
    ],
    ids=["result", "made inside", "expression", "comprehension"],
)
def test_a_call_that_cannot_run_before_stays(tmp_path, changed):
    assert edited(tmp_path, **changed) is None
