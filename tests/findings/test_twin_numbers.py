"""A size that an attribute equals in each entry is told with the attribute."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings import twin_numbers as module
from depyf.model.findings.twin_numbers import TWIN_NUMBER
from depyf.torch_text.guards import read_guard

PROGRAM = """\
class Decoder:
    def __init__(self):
        self.height = 0

    def begin(self, picture):
        self.height = picture.shape[0]
"""


def entry(size, height):
    tensor = (
        "check_tensor(L['x'], Tensor, DispatchKeySet(CPU), torch.float32, device=None, "
        f"requires_grad=False, size=[{size}, 8], stride=[8, 1])"
    )
    guards = [tensor, f"L['self'].height == {height}", "L['self'].depth == 4"]
    return SimpleNamespace(guards=list(map(read_guard, guards)), guards_known=True)


def group(monkeypatch, *pairs):
    monkeypatch.setattr(module.conditions, "fixed_by", lambda _group: "a line")
    return SimpleNamespace(
        first=SimpleNamespace(literal="L['x']", index=0), source="x",
        frame=SimpleNamespace(entries=[entry(*one) for one in pairs]),
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", PROGRAM)])),
    )  # fmt: skip


def test_the_attribute_and_its_line_are_named(monkeypatch):
    one = group(monkeypatch, (64, 64), (80, 80), (72, 72))
    assert TWIN_NUMBER.where(one).line == 6
    assert "instead of `self.height` (set at a.py:6)" in TWIN_NUMBER.cure(one).note


@pytest.mark.parametrize(
    "pairs",
    [
        ((64, 64), (80, 80)),  # two may be equal by chance
        ((64, 64), (80, 80), (72, 70)),
        ((64, 64), ("None", 80), (72, 72)),  # the size is open there
    ],
)
def test_other_numbers_are_not(monkeypatch, pairs):
    assert not TWIN_NUMBER.when(group(monkeypatch, *pairs))
