"""What a call runs and passes: methods of libraries, and spread arguments."""

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
    """The sample of `random.Random` is not that of the program (694)."""
    files = {"agent": AGENT.format(picker=picker), "drawing": "from random import *\n"}
    failed = [f"L['members'][0] == {n}  # x  # agent.py:22 in loss" for n in range(3)]
    one = told(files, "loss", failed, call="loss(batch, self.draw())")
    assert ("return [self.rows[size]]" in lines(one)) == is_known


STEPS = """\
def corpus(step):
    return step * 2, step * 3


def draw(step):
    return choice(step)


def loss(tokens, tags, left_out{default}):
    return tokens * tags * left_out


compiled = torch.compile(loss)
for step in range(9):
    compiled(*corpus(step), draw(step))
"""


@pytest.mark.parametrize("default", ["", ", scale=1.0"])
def test_an_argument_behind_a_spread_one_is_found_from_the_end(default):
    """Without defaults, the number of items of `*corpus(step)` is known (697)."""
    failed = [f"L['left_out'] == {n}  # x  # main.py:10 in loss" for n in range(3)]
    files = {"main": STEPS.format(default=default)}
    one = told(files, "loss", failed, call="compiled(*corpus(step), draw(step))")
    assert ("return choice(step)" in lines(one)) == (not default)
    assert "return step * 2, step * 3" not in lines(one)
