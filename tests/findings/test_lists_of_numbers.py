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
