"""A number in the metadata of a tensor subclass becomes one of its tensors (561)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.subclass_metadata import among_tensors
from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings.subclass_metadata import SUBCLASS_METADATA, metadata_of

PROGRAM = """\
import torch


class Codes(torch.Tensor):
    def __init__(self, codes, scale, kind):
        self.codes = codes
        self.scale = scale
        self.kind = kind

    def __tensor_flatten__(self):
        return ["codes"], (self.scale, self.kind)

    @staticmethod
    def __tensor_unflatten__(inner, meta, size, stride):
        return Codes(inner["codes"], meta[0], meta[1])


codes = Codes(torch.ones(3), 0.5, "int8")
"""


def case(tmp_path, text=PROGRAM, guard="same_metadata('0/0')"):
    path = tmp_path / "main.py"
    path.write_text(text)
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, str(path), text)]))
    first = SimpleNamespace(guard=SimpleNamespace(expression=guard))
    files = ProgramFiles(str(tmp_path), str(path), {})
    return SimpleNamespace(
        group=SimpleNamespace(run=run, first=first), files=files, finding="finding"
    )


def edited(one):
    path = one.files.main
    return [one.files.edited(each.edits).text(path) for each in among_tensors(one)]


def test_each_item_of_the_metadata_is_tried_alone(tmp_path):
    first, second = edited(case(tmp_path))
    assert 'return ["codes", "scale"], (self.kind,)' in first
    assert 'return Codes(inner["codes"], inner["scale"], meta[0])' in first
    assert "self.scale = torch.as_tensor(scale)" in first
    assert 'return Codes(inner["codes"], meta[0], inner["kind"])' in second


def test_the_line_that_returns_the_metadata_is_named(tmp_path):
    one = case(tmp_path)
    assert SUBCLASS_METADATA.where(one.group).line == 11
    assert "what varies of `scale` and `kind` a tensor" in (
        SUBCLASS_METADATA.cure(one.group).note
    )


def test_metadata_that_is_unpacked_is_left_alone(tmp_path):
    text = PROGRAM.replace("meta[0], meta[1]", "*meta")
    one = case(tmp_path, text)
    assert metadata_of(one.group) is not None
    assert edited(one) == []


@pytest.mark.parametrize(
    ("old", "new", "guard"),
    [
        ("(self.scale, self.kind)", "None", "same_metadata('0/0')"),
        ("", "", "L['x'].scale == 0.5"),
    ],
    ids=["no metadata", "another guard"],
)
def test_other_recompiles_are_left_to_other_rules(tmp_path, old, new, guard):
    one = case(tmp_path, PROGRAM.replace(old, new), guard)
    assert metadata_of(one.group) is None
