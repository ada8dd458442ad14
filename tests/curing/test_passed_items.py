"""The caller passes the item that an attribute of the called module selects."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.passed_items import passed_item
from depyf.curing.program_files import ProgramFiles
from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind

PROGRAM = """class Conv(Module):
    def __init__(self, index):
        self.index = index
    def forward(self, x, states):
        state = states[self.index]["conv"]
        return state + x
class Block(Module):
    def __init__(self, index):
        self.conv = Conv(index)
    def forward(self, x, states):
        return x + self.conv(x, states)
def step(blocks, x, states):
    for block in blocks:
        x = block(x, states)  # call
    return x
"""


def edited(folder, program=PROGRAM, kind=GuardKind.NUMBER):
    """Return the changed lines; empty if there is no proposal."""
    file = folder / "main.py"
    file.write_text(program)
    lines = program.split("\n")
    first = lines.index("    def forward(self, x, states):", 5) + 1
    frame = SimpleNamespace(
        file=str(file), first_line=first, co_name="forward", compilations=(),
        original_source="\n".join(line[4:] for line in lines[first - 1 : first + 1]),
    )  # fmt: skip
    call = next(at for at, line in enumerate(lines, 1) if line.endswith("# call"))
    group = SimpleNamespace(
        source="self.conv.index", attribute="index", frame=frame, name="forward",
        first=SimpleNamespace(kind=kind), called_at=SourceLine(str(file), call),
        run=fold([ProgramFile(None, file=str(file), text=program)]),
    )  # fmt: skip
    files = ProgramFiles(str(folder), str(file), {})
    for found in passed_item(Case(files, group, "finding", (str(file),))):
        new = files.edited(found.edits).text(str(file)).split("\n")
        return [line.strip() for line, old in zip(new, lines) if line != old]
    return []


def test_each_call_passes_the_item_of_its_module(tmp_path):
    assert edited(tmp_path) == [
        'state = states["conv"]',
        "x = block(x, states[block.conv.index])  # call",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("state + x", "state + x + states[0]"),  # it is used for something else, too
        ("self.conv(x, states)", "self.conv(x, states) + len(states)"),
        ("states[self.index]", "states[self.index + 1]"),  # another item
        ("states[self.index]", "states[x.index]"),  # another object's attribute
    ],
)
def test_a_container_with_other_uses_stays(tmp_path, old, new):
    assert old in PROGRAM
    assert edited(tmp_path, PROGRAM.replace(old, new)) == []


def test_only_for_keys(tmp_path):
    assert edited(tmp_path, kind=GuardKind.SIZE) == []
