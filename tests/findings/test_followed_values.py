"""A value is followed from the compiled function into the functions that get it."""

from __future__ import annotations

import textwrap

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.findings.followed_values import names_in, readers
from depyf.model.findings.program_text import index_of, program_files

FILE = "/home/user/main.py"


def program(text):
    text = textwrap.dedent(text).lstrip()
    return fold([ProgramFile(None, file=FILE, text=text)])


def lines(run, source):
    return [[one.line for one in each.reads] for each in readers(run, FILE, 1, source)]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("batch['text'][0]", [[2], [6]]),
        ("batch['size']", [[3]]),
        ("batch['other']", [[]]),  # nothing reads it
        ("batch", [[2, 3], [6]]),  # a part of it
    ],
)
def test_another_item_of_the_owner_is_not_the_value(source, wanted):
    text = """
        def f(batch):
            ids = encode(batch["text"])
            return ids * batch["size"]

        def encode(texts):
            return torch.tensor([len(one) for one in texts])
    """
    assert lines(program(text), source) == wanted


def test_a_value_is_not_followed_into_an_operator():
    """Torch does not trace the function, but the value is a constant of the call."""
    text = """
        def f(x, name):
            return stored(x, name)

        @custom_op("mine::stored", mutates_args=())
        def stored(x, name):
            return x + ROWS[name]
    """
    assert lines(program(text), "name") == [[2]]
    plain = text.replace('@custom_op("mine::stored", mutates_args=())', "")
    assert lines(program(plain), "name") == [[2], [6]]


CACHE = """
    class Layer:
        def forward(self, x, cache):
            past = cache.get(self.index)
            cache.put(self.index, x)
            return x + past

    class Cache:
        def __init__(self):
            self.rows = []

        def get(self, at):
            return self.rows[at]

        def put(self, place, row):
            self.rows[place] = row

    class Block:
        def forward(self, x, cache):
            return self.layer(x, cache)

        def __init__(self):
            self.layer = Layer()

    cache = Cache()
    block = Block()
    block.forward(1, cache)
"""


def test_all_names_of_a_value_that_several_functions_get():
    run = program(CACHE)
    [file] = program_files(run)
    index = index_of(file)
    at = file.text.split("\n").index("    def forward(self, x, cache):", 12) + 1
    for name, wanted in (("get", {"at"}), ("put", {"place"}), ("__init__", set())):
        function = index.functions[name][0]
        found = names_in(run, FILE, at, "self.layer.index", function)
        assert found == wanted


def test_a_function_that_calls_itself_ends_the_way():
    text = """
        def f(n):
            return f(n)
    """
    assert lines(program(text), "n") == [[2]]
