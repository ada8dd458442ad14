"""A tensor for one item of a list does not help where the list varies (687)."""

from __future__ import annotations

import pytest

from .traced import told

SERVER = """\
def forward(store, pages):
    return cat([store[page] for page in pages])


for request in requests:
    request.pages.append(free.pop())
    forward(store, request.pages)
"""


@pytest.mark.parametrize("length", ["{n}", "2"])
def test_all_items_become_one_tensor(length):
    guards = [f"EQUALS_MATCH: len(L['pages']) == {length}"]
    failed = [f"L['pages'][0] == {n}  # x  # main.py:2 in forward" for n in range(4)]
    call = "forward(store, request.pages)"
    one = told({"main": SERVER}, "forward", failed, call=call, guards=guards)
    is_list = one.rule == "numbers-in-list"
    assert is_list == (length != "2")
    assert is_list == ("for all of `pages`" in one.note)


AGENT = """\
def draw():
    return sorted(picker.sample(range(5), 2))


def target(values, members):
    return {used}


def loss(values, members):
    return values.mean() - target(values, members)


for values in batches:
    loss(values, draw())
"""


def advised(used):
    failed = [f"L['members'][0] == {n}  # x  # main.py:6 in target" for n in range(3)]
    files = {"main": AGENT.format(used=used)}
    return told(files, "loss", failed, call="loss(values, draw())")


def test_a_list_that_only_indexes_is_passed_as_a_tensor():
    """The items are drawn anew for each call (694)."""
    one = advised("values[members].amin(0)")
    assert one.edit == "torch.tensor(draw())"
    assert one.note.startswith("instead of `draw()`, in the call at main.py:14")


@pytest.mark.parametrize(
    "used",
    [
        "values[members].amin(0) / len(members)",
        "sum(values[one] for one in members)",
        "values[: members[0]]",
        "scale(values, members)",
    ],
)
def test_a_list_that_is_used_otherwise_stays_a_list(used):
    assert advised(used).edit != "torch.tensor(draw())"
