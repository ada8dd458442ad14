"""A list of numbers that indexes a tensor becomes a tensor where it is set."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.curing.recompile_edits import _index_list
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind

PROGRAM = """import torch
class Grammar:
    def __init__(self, allowed):
        self.blocked = [i for i in range(9) if i not in allowed]
    def __call__(self, scores):
        scores[:, self.blocked] = 0
"""


def edited(folder, program=PROGRAM):
    """Return the line that sets the list after the edit; None if there is none."""
    file = folder / "main.py"
    file.write_text(program)
    line = program.split("\n")[5].strip()
    group = SimpleNamespace(
        source="self.blocked", attribute="blocked",
        first=SimpleNamespace(kind=GuardKind.LENGTH),
        needed_by=SourceLine(str(file), 6, "__call__", line),
    )  # fmt: skip
    files = ProgramFiles(str(folder), str(file), {})
    for found in _index_list(Case(files, group, "finding", (str(file),))):
        return files.edited(found.edits).text(str(file)).split("\n")[3].strip()
    return None


def test_the_list_becomes_a_tensor(tmp_path):
    made = "torch.tensor([i for i in range(9) if i not in allowed])"
    assert edited(tmp_path) == f"self.blocked = {made}"


def test_a_list_that_a_call_gives_becomes_one(tmp_path):
    """The guard on its length says that it is a list (514)."""
    made = "[i for i in range(9) if i not in allowed]"
    found = edited(tmp_path, PROGRAM.replace(made, "sorted(allowed)"))
    assert found == "self.blocked = torch.tensor(sorted(allowed))"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("scores[:, self.blocked] = 0", "scores[len(self.blocked)] = 0"),
        ("[i for i in range(9) if i not in allowed]", "torch.tensor(allowed)"),
    ],
)
def test_other_lists_stay(tmp_path, old, new):
    assert edited(tmp_path, PROGRAM.replace(old, new)) is None
