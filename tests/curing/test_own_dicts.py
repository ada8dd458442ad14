"""A function that adds keys to a dict of its caller adds them to a copy."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.own_dicts import own_dict
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind

PROGRAM = """
def score(self, batch, out):
    '''Adds the score.'''
    {line}  # here
    return batch
"""


def edited(folder, line, kind=GuardKind.LENGTH):
    file = folder / "main.py"
    file.write_text(textwrap.dedent(PROGRAM.format(line=line)).lstrip())
    files = ProgramFiles(str(folder), str(file), {})
    needed = SourceLine(str(file), 3)
    group = SimpleNamespace(
        first=SimpleNamespace(kind=kind), needed_by=needed, origin=(needed,)
    )
    case = Case(files, group, "finding", (str(file),))
    return [files.edited(one.edits).text(str(file)) for one in own_dict(case)]


@pytest.mark.parametrize("kind", [GuardKind.LENGTH, GuardKind.DICT_KEYS])
def test_the_copy_is_made_before_the_first_statement(tmp_path, kind):
    [text] = edited(tmp_path, 'batch["score"] = self.net(batch["x"])', kind)
    assert text.split("\n")[2:4] == [
        "    batch = {**batch}",
        '    batch["score"] = self.net(batch["x"])  # here',
    ]


@pytest.mark.parametrize(
    "line",
    [
        "self.kept['score'] = batch",
        "y = batch['score']",
        "own = {}; own[0] = 1",
        "batch[:, self.ids] = 0",
    ],
)
def test_other_containers_stay(tmp_path, line):
    assert edited(tmp_path, line) == []


def test_only_for_containers(tmp_path):
    assert edited(tmp_path, 'batch["score"] = 1', GuardKind.SIZE) == []
