"""A list of numbers that a varying number indexes becomes a tensor."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.listed_tensors import listed_tensor
from depyf.curing.program_files import ProgramFiles
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.number_lists import kept_as_tensor
from depyf.torch_text.questions import GuardKind

PROGRAM = """\
import torch

class Scheduler:
    def __init__(self):
        self.sigmas = None
        self.at = 0

    def prepare(self, steps):
        self.sigmas = {made}

    def scaled(self, sample):
        sigma = self.sigmas[self.at + 1]
        {used}
"""
MADE = "spread(steps).tolist()"
USED = "return sample / sigma"


def edited(folder, made, used=USED):
    file = folder / "main.py"
    file.write_text(PROGRAM.format(made=made, used=used))
    files = ProgramFiles(str(folder), str(file), {})
    first = SimpleNamespace(kind=GuardKind.NUMBER)
    group = SimpleNamespace(attribute="at", first=first, source="self.at")
    case = SimpleNamespace(
        kind=GuardKind.NUMBER, files=files, known=(str(file),), group=group, finding="f"
    )
    return [
        files.edited(one.edits).text(str(file)).split("\n")[8].strip()
        for one in listed_tensor(case)
    ]


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (MADE, ["self.sigmas = spread(steps)"]),
        ("[1.0, 0.5]", ["self.sigmas = torch.tensor([1.0, 0.5])"]),
        ("[]", []),  # it may be filled later
        ("load(steps)", []),
    ],
)
def test_each_place_that_stores_the_list_stores_a_tensor(tmp_path, made, wanted):
    assert edited(tmp_path, made) == wanted


@pytest.mark.parametrize(
    ("used", "edit"),
    [
        (USED, "self.sigmas = spread(steps)"),
        ("return sample if sigma > 1 else -sample", ""),
    ],
    ids=["computed with", "tested"],
)
def test_the_edit_is_shown_if_no_line_needs_a_python_number(used, edit):
    text = PROGRAM.format(made=MADE, used=used)
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "/home/me/a.py", text)]))
    asked = SourceLine("/home/me/a.py", 12)
    group = SimpleNamespace(
        run=run, attribute="at", asked_at=asked, source="self.at",
        first=SimpleNamespace(kind=GuardKind.NUMBER),
    )  # fmt: skip
    cure = kept_as_tensor(group)
    assert cure.edit == edit
    assert "a.py:9" in cure.note if edit else "pass the item" in cure.note
