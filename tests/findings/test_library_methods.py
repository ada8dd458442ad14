"""A method of a library's object is not the program's method of that name (694)."""

from __future__ import annotations

import pytest

from .traced import lines, told

AGENT = """\
import random
import drawing

class Replay:
    def sample(self, size):
        return [self.rows[size]]


class Agent:
    def __init__(self, picker):
        self.picker = {picker}

    def draw(self):
        return self.picker.sample(5)

    def update(self, batch):
        loss(batch, self.draw())


def loss(batch, members):
    return batch[members]


compiled = torch.compile(loss)
"""


@pytest.mark.parametrize(
    ("picker", "is_known"),
    [("random.Random(0)", False), ("drawing.Random(0)", True), ("picker", True)],
    ids=["a library's", "of a file of the program", "unknown"],
)
def test_only_an_object_of_a_library_has_another_method(picker, is_known):
    files = {"agent": AGENT.format(picker=picker), "drawing": "from random import *\n"}
    failed = [f"L['members'][0] == {n}  # x  # agent.py:22 in loss" for n in range(3)]
    one = told(files, "loss", failed, call="loss(batch, self.draw())")
    assert ("return [self.rows[size]]" in lines(one)) == is_known
