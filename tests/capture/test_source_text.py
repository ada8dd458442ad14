"""The user's text: a function, or the rest of the one that a line is in."""

from __future__ import annotations

import pytest

from depyf.capture.source_text import source_at

PROGRAM = """\
import torch

class Timed(torch.nn.Module):
    def forward(self, x):
        begin = time.time()
        def inner():
            return begin
        self.seconds = time.time() - begin

        return x

    @staticmethod
    def other():
        return 1

def main():
    keep = lambda x: (
        x)
    return Timed()

print(main())
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return str(path)


def lines(first, last):
    return PROGRAM.split("\n")[first - 1 : last]


@pytest.mark.parametrize(
    ("first", "last"), [(4, 10), (6, 7), (12, 14), (16, 19), (17, 18)]
)
def test_a_function_is_given_whole(program, first, last):
    text = source_at(program, first).split("\n")[:-1]
    assert [one.strip() for one in text] == [one.strip() for one in lines(first, last)]


@pytest.mark.parametrize(("first", "last"), [(8, 10), (10, 10), (19, 19), (21, 21)])
def test_of_a_line_within_a_function_the_rest_is_given(program, first, last):
    text = source_at(program, first)
    assert text.split("\n")[:-1] == [one.strip() for one in lines(first, last)]


def test_of_no_line_nothing_is_given(program, tmp_path):
    assert source_at(program, 100) == ""
    assert source_at(str(tmp_path / "none.py"), 1) == ""
