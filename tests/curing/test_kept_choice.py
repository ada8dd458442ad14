"""An object keeps the item that a helper selects by a number of the object."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.kept_choice import kept_choice
from depyf.curing.program_files import ProgramFiles
from depyf.torch_text.questions import GuardKind

PROGRAM = """\
class Store:
    def __init__(self, tables):
        self.tables = tables
    def pull(self, index, x):
        return self.tables[index][x]
    def push(self, index, x, value):
        self.tables[index][x] = value

class Layer:
    def __init__(self, store, index):
        self.store = store
        self.index = index
    def forward(self, x):
        old = self.store.pull(self.index, x)
        self.store.push(self.index, x, old + 1)
        return old
"""


def edited(folder, program=PROGRAM):
    """Return the edited program; None if there is no proposal."""
    files, found = proposed(folder, program)
    return found and files.edited(found.edits).text(str(folder / "main.py"))


def proposed(folder, program=PROGRAM):
    """Return the files and the proposal, if there is one."""
    file = folder / "main.py"
    file.write_text(program)
    group = SimpleNamespace(
        source="self.index", attribute="index",
        first=SimpleNamespace(kind=GuardKind.NUMBER),
    )  # fmt: skip
    files = ProgramFiles(str(folder), str(file), {})
    case = Case(files, group, "finding", (str(file),))
    return files, next(kept_choice(case), None)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (PROGRAM, "; the parameter `index` keeps its name"),
        (
            PROGRAM.replace("push(self, index", "push(self, at").replace(
                "self.tables[index][x] = v", "self.tables[at][x] = v"
            ),
            "; the parameters `at` and `index` keep their names",
        ),
    ],
)
def test_the_edit_says_which_parameters_keep_their_names(tmp_path, program, words):
    _, found = proposed(tmp_path, program)
    assert found.what.endswith(f"instead of `self.index`{words}")


def test_the_program_computes_the_same_without_the_number(tmp_path):
    after = edited(tmp_path)
    assert "self.index_tables = self.store.tables[self.index]\n" in after
    forward = after[after.index("def forward") :]
    assert "self.index," not in forward
    values = {}
    exec(after, values)
    store = values["Store"]([[1, 2], [3, 4]])
    layer = values["Layer"](store, 1)
    assert [layer.forward(0), layer.forward(0)] == [3, 4]
    assert store.tables == [[1, 2], [5, 4]]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return old\n", "return old * self.index\n"),  # another use
        ("return self.tables[index][x]", "return self.tables[index][x] + index"),
        ("return self.tables[index][x]", "return self.others[index][x]"),
        ("self.store.push(self.index, x, old + 1)", "other.push(self.index, x, 1)"),
    ],
)
def test_other_numbers_stay(tmp_path, old, new):
    assert old in PROGRAM
    assert edited(tmp_path, PROGRAM.replace(old, new)) is None
