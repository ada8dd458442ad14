"""Values that differ like the one that torch names are told, too."""

from __future__ import annotations

import pytest

from .traced import told

PROGRAM = """\
class Net:
    def forward(self, x):
        for block in self.blocks:
            block.seen += 1
        return x


run = torch.compile(net)
run(x)
"""
SEEN = "L['self']._modules['blocks']._modules['{}'].{} == {}"
AT = "  # block.seen += 1  # main.py:4 in forward"


def why(*guards):
    """Return why a function recompiles that has these guards, too."""
    failed = [SEEN.format(0, "seen", number) + AT for number in range(4)]
    further = [f"EQUALS_MATCH: {SEEN.format(*one)}" for one in guards]
    files = {"main": PROGRAM}
    one = told(files, "Net.forward", failed, call="run(x)", times=3, guards=further)
    return one.why


def test_those_of_other_layers_are_named():
    found = why((1, "seen", "{n}"), (2, "seen", "{n}"), (3, "seen", "{n}"))
    assert found.endswith(
        "The same holds for `self.blocks[1].seen`, `self.blocks[2].seen` and 1 more: "
        "change all of them."
    )


@pytest.mark.parametrize(
    "other", [(1, "seen", 0), (1, "width", "{n}")], ids=["same", "other"]
)
def test_other_values_are_not(other):
    assert "The same holds" not in why(other)
