"""Where a number replaces a tensor, the line that stores it stores a tensor."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.curing.stored_tensors import stored_tensor
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of

PROGRAM = """\
import torch

def plateau(group):
    rate = 0.5 * float(group["lr"])
    group["lr"] = rate
"""
SAID = "expected type of 'lr' to be a tensor type, ' but found <class 'float'>"


def edited(folder, said=SAID, lines=(4, 5)):
    file = folder / "main.py"
    file.write_text(PROGRAM)
    texts = PROGRAM.split("\n")
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, str(file), PROGRAM)]))
    origin = tuple(
        SourceLine(str(file), one, "plateau", texts[one - 1].strip()) for one in lines
    )
    group = SimpleNamespace(run=run, texts=(said,), origin=origin)
    files = ProgramFiles(str(folder), str(file), {})
    found = stored_tensor(Case(files, group, "finding", (str(file),)))
    return [files.edited(one.edits).text(str(file)) for one in found]


def test_the_line_that_stores_the_number(tmp_path):
    [text] = edited(tmp_path)
    assert text == PROGRAM.replace("] = rate", "] = torch.tensor(rate)")


@pytest.mark.parametrize(
    ("said", "lines"),
    [("type mismatch", (4, 5)), (SAID, (4,)), (SAID, (5, 5))],
    ids=["another guard", "no store", "several"],
)
def test_nothing_where_it_is_unclear(tmp_path, said, lines):
    assert not edited(tmp_path, said, lines)
