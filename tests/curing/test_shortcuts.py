"""Compiled code leaves out a shortcut that is for one size."""

from __future__ import annotations

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.shortcuts import shortcuts_of
from depyf.model.build import fold
from depyf.model.detail_events import ShapeGuard
from depyf.model.events import SourceLine
from tests.model.test_build import FIRST, entry

PROGRAM = """def positions(self, n):
    if n == self.table.shape[0]:  # here
        return self.table
    return angles(n)
"""


def edited(folder, program):
    """Return the new line with the test; None if there is no proposal."""
    file = folder / "main.py"
    file.write_text(program)
    lines = program.split("\n")
    at = next(n for n, line in enumerate(lines, 1) if line.endswith("# here"))
    guard = ShapeGuard(
        FIRST, expression="Eq(s7, 48)", user_line=SourceLine(str(file), at)
    )
    [frame] = fold([entry(FIRST), guard]).frames
    files = ProgramFiles(str(folder), str(file), {})
    for found in shortcuts_of(frame.entries[0], files, "finding"):
        text = files.edited(found.edits).text(str(file))
        return next(one.strip() for one in text.split("\n") if one.endswith("# here"))
    return None


def test_the_test_is_made_only_outside_of_compiled_code(tmp_path):
    new = "if not torch.compiler.is_compiling() and n == self.table.shape[0]:  # here"
    assert edited(tmp_path, PROGRAM) == new


def test_a_test_of_several_parts_stays_one(tmp_path):
    program = PROGRAM.replace("n == self.table.shape[0]", "n == 4 or n == 8")
    new = "if not torch.compiler.is_compiling() and (n == 4 or n == 8):  # here"
    assert edited(tmp_path, program) == new


@pytest.mark.parametrize(
    "program",
    [
        "def f(x, n):\n    if n == 4:  # here\n        x = x + 1\n    return x\n",
        "def f(x, n):\n    if n == 4:  # here\n        return x\n    else:\n"
        "        return x + 1\n",
        "def f(x, n):\n    y = g(x)\n    if n == 4:  # here\n        return y\n",
        "def f(x, n):\n    return x.view(n, 4)  # here\n",
    ],
)
def test_without_general_code_behind_it_the_test_stays(tmp_path, program):
    assert edited(tmp_path, program) is None
