"""A number that the program computes as a tensor is read once, where it is made."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.number_tensors import read_at_once
from depyf.curing.program_files import ProgramFiles
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of

PROGRAM = """\
def forward(x, batch):
    for row in range(batch.count):
        x = x + row
    return x


def collate(rows):
    count = {made}
    return Batch(count=count, rows=rows)


def train(rows):
    batch = collate(rows)
    {used}
    forward(rows, batch)
"""


def edited(tmp_path, made, used="pass"):
    text = PROGRAM.format(made=made, used=used)
    path = tmp_path / "a.py"
    path.write_text("class Batch(NamedTuple):\n    count: int\n\n\n" + text)
    text = path.read_text()
    lines = text.split("\n")
    stack = tuple(
        SourceLine(str(path), lines.index(line) + 1, name, line.strip())
        for name, line in (
            ("train", "    forward(rows, batch)"),
            ("forward", "    for row in range(batch.count):"),
        )
    )
    run = SimpleNamespace(
        facts=facts_of([ProgramFile(None, str(path), text)]), frames=(),
        sources=SimpleNamespace(
            at=lambda _file, line, _name: "known" if line == stack[1].line else None
        ),
    )  # fmt: skip
    frame = SimpleNamespace(
        file=str(path), co_name="forward", original_source="", compilations=()
    )
    met = SimpleNamespace(
        run=run, compilations=(), frames=(frame,), where=stack[1],
        event=SimpleNamespace(user_stack=stack),
    )  # fmt: skip
    files = ProgramFiles(str(tmp_path), str(path), {})
    found = [files.edited(one.edits) for one in read_at_once(met, files, "finding")]
    return [one.text(str(path)) for one in found]


@pytest.mark.parametrize(
    ("made", "number"),
    [
        ("rows.max() + 1", "(rows.max() + 1).item()"),
        ("rows.sum().long()", "rows.sum().long().item()"),
        ("2 * rows.count_nonzero()", "(2 * rows.count_nonzero()).item()"),
    ],
)
def test_the_number_is_read_where_the_program_computes_it(tmp_path, made, number):
    [text] = edited(tmp_path, made)
    assert f"    count = {number}\n" in text


@pytest.mark.parametrize(
    ("made", "used"),
    [
        ("rows.max(dim=0)", "pass"),
        ("len(rows)", "pass"),
        ("rows.max() + rows", "pass"),
        ("rows.max()", "print(batch.count.float())"),
    ],
    ids=["a tensor of several", "a number", "a sum of tensors", "used as a tensor"],
)
def test_other_values_stay(tmp_path, made, used):
    assert edited(tmp_path, made, used) == []
