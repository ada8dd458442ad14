"""An attribute that some objects lack gets the default of those that read it."""

from __future__ import annotations

import pytest

from tests.findings.traced import lines, told

BATCH = """
class Batch:
    def __init__(self, data, names=None):
        self.data = data
        if names is not None:
            self.set_names(names)
    def set_names(self, names):
        self.names = tuple(names)

def loss(batch):
    return {read}

def run():
    return loss(Batch(1))
"""
FAILED = "not hasattr(L['batch'], 'names')  # main.py:11 in loss"


def found(text):
    return told({"main": text}, "loss", FAILED, call="return loss(Batch(1))")


def test_the_only_default_of_its_readers_is_set_in_init():
    one = found(BATCH.format(read="getattr(batch, 'names', ())"))
    assert (one.edit, one.note) == (
        "self.names = ()",
        "at the beginning of `Batch.__init__`",
    )
    assert lines(one) == ["self.names = tuple(names)"]


@pytest.mark.parametrize(
    "read",
    [
        "batch.names if hasattr(batch, 'names') else None",
        "getattr(batch, 'names', None) or getattr(batch, 'names', ())",
        "getattr(batch, 'names', batch.data)",
    ],
    ids=["asked for", "two defaults", "computed default"],
)
def test_what_readers_get_without_it_is_not_guessed(read):
    one = found(BATCH.format(read=read))
    assert not one.edit
    assert one.note.startswith("set `names` at the beginning of `Batch.__init__`")


def test_an_attribute_that_init_always_sets_has_no_such_rule():
    text = BATCH.replace("self.data = data", "self.names = None")
    one = found(text.format(read="getattr(batch, 'names', None)"))
    assert "have `names`" not in one.what
