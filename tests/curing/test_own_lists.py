"""A call whose compiled code only appends to a list gets an empty one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.own_lists import own_list
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.model.findings.causes import Scope
from depyf.torch_text.questions import GuardKind

PROGRAM = """class Net:
    def __init__(self):
        self.terms = []
    def forward(self, x):
        y = x * 2
        self.terms.append(y)
        return y
    def total(self):
        return sum(self.terms)
net = Net()
def train(x):
    y = net.forward(x)  # call
    return y + 1
"""
TERMS = "L['self'].terms"


def edited(folder, program=PROGRAM, kind=GuardKind.LENGTH, changed=TERMS, scope=None):
    """Return the edited program; None if there is no proposal."""
    file = folder / "main.py"
    file.write_text(program)
    lines = program.split("\n")
    add = next(at for at, line in enumerate(lines, 1) if ".append(" in line)
    call = next(at for at, line in enumerate(lines, 1) if line.endswith("# call"))
    frame = SimpleNamespace(
        file=str(file), first_line=4, co_name="forward", compilations=(),
        original_source="\n".join(line[4:] for line in lines[3:7]),
    )  # fmt: skip
    effect = SimpleNamespace(target=changed, user_lines=(SourceLine(str(file), add),))
    group = SimpleNamespace(
        source="self.terms", attribute="terms", frame=frame, name="forward",
        first=SimpleNamespace(kind=kind, literal=TERMS, scope=scope), effects=[effect],
        called_at=SourceLine(str(file), call), run=SimpleNamespace(frames=(frame,)),
    )  # fmt: skip
    files = ProgramFiles(str(folder), str(file), {})
    for found in own_list(Case(files, group, "finding", (str(file),))):
        return files.edited(found.edits).text(str(file))
    return None


def test_the_program_keeps_its_list_with_the_new_items(tmp_path):
    after = edited(tmp_path)
    assert "    kept, net.terms = net.terms, []\n    try:\n" in after
    known = []
    for text in (PROGRAM, after):
        values = {}
        exec(text, values)
        terms = values["net"].terms
        results = [values["train"](x) for x in (1, 2, 3)]
        assert values["net"].terms is terms
        known.append((results, values["net"].total()))
    assert known[0] == known[1]


def test_what_a_failing_call_appended_is_kept(tmp_path):
    values = {}
    exec(edited(tmp_path).replace("return y\n", "return 1 / 0\n"), values)
    with pytest.raises(ZeroDivisionError):
        values["train"](3)
    assert values["net"].terms == [6]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("y = x * 2", "y = x * len(self.terms)"),  # compiled code reads it
        (
            "    y = net.forward(x)  # call",
            "    if net.forward(x):  # call\n        y = x",
        ),
        ("y = net.forward(x)", "y = [net][0].forward(x)"),  # the object has no name
    ],
)
def test_other_lists_stay(tmp_path, old, new):
    assert old in PROGRAM
    assert edited(tmp_path, PROGRAM.replace(old, new)) is None


def test_only_for_a_length_that_the_code_changes(tmp_path):
    assert edited(tmp_path, kind=GuardKind.SIZE) is None
    assert edited(tmp_path, changed="L['self'].other") is None


GLOBAL = """terms = [8]
known = terms
def forward(x):
    terms.append(x * 2)
    return x
def train(x):
    y = forward(x)  # call
    return y + 1
"""


def test_a_global_list_stays_the_same_object(tmp_path):
    """Another name for it sees the new items, too (523)."""
    after = edited(tmp_path, GLOBAL, scope=Scope.GLOBAL)
    assert "    kept = terms[:]\n    terms.clear()\n    try:\n" in after
    values = {}
    exec(after, values)
    assert [values["train"](x) for x in (1, 2)] == [2, 3]
    assert values["known"] == [8, 2, 4]


def test_a_global_that_is_assigned_again_stays(tmp_path):
    again = GLOBAL.replace("known = terms", "terms = [9]")
    assert edited(tmp_path, again, scope=Scope.GLOBAL) is None
