"""A list is found by what indexes it, also if a size is a part of the index."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.findings.number_lists import list_index, lists_indexed
from depyf.torch_text.questions import GuardKind

PROGRAM = "STAGGER = (0.0, 0.5)\n\ndef phase(frames):\n    return STAGGER[frames % 2]\n"


@pytest.mark.parametrize(
    ("kind", "line", "found"),
    [
        (GuardKind.CONDITION, "return STAGGER[frames % 2]", ("frames", "frames % 2")),
        (GuardKind.CONDITION, "if frames % 2 == 1:", ("attribute", "source")),
        (GuardKind.NUMBER, "return STAGGER[frames % 2]", ("attribute", "source")),
    ],
)
def test_the_index_is_that_of_the_line(kind, line, found):
    group = SimpleNamespace(
        first=SimpleNamespace(kind=kind), asked_at=SourceLine("a.py", 4, text=line),
        attribute="attribute", source="source",
    )  # fmt: skip
    assert tuple(list_index(group)) == found


def test_the_list_is_made_a_tensor():
    [store] = lists_indexed({"a.py": PROGRAM}, "frames")
    assert (store.name, store.tensor) == ("STAGGER", "torch.tensor((0.0, 0.5))")
