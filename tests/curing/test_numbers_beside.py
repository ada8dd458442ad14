"""Items of a table that `__init__` sets are read from a list of its numbers."""

from __future__ import annotations

import pytest

from tests.curing.test_break_edits import ITEM, tried

CLASS = """
class Chain:
    def __init__(self, kinds):
        {made}
        self.dof = 3
    def f(self, i, x):
        kind = {read}  # here
        return x * 2 if kind == 1 else x
    {other}
"""
WHAT = "read the numbers of `self.kinds` from a list"
MADE = "self.kinds = torch.tensor(kinds)"


def edited(folder, made=MADE, read="self.kinds[i].item()", other=""):
    source = CLASS.format(made=made, read=read, other=other)
    return tried(folder, source, "# here", ITEM).get(WHAT)


@pytest.mark.parametrize(
    ("read", "new"),
    [
        ("self.kinds[i].item()", "self._kinds_numbers[i]"),
        ("self.kinds[i, -1].item()", "self._kinds_numbers[i][-1]"),
        ("1 + self.kinds[i].tolist()[0]", "1 + self._kinds_numbers[i][0]"),
    ],
)
def test_the_list_is_kept_beside_the_tensor(tmp_path, read, new):
    text = edited(tmp_path, read=read)
    assert f"{MADE}\n        self._kinds_numbers = self.kinds.tolist()\n" in text
    assert f"kind = {new}  # here" in text


def test_a_buffer_is_such_a_table(tmp_path):
    made = 'self.register_buffer("kinds", torch.tensor(kinds))'
    assert f"{made}\n        self._kinds_numbers = " in edited(tmp_path, made=made)


@pytest.mark.parametrize(
    "changed",
    [
        {"other": "def g(self):\n        self.kinds = self.kinds + 1"},
        {"made": "self.others = kinds"},
        {"read": "self.kinds.item()"},
        {"read": "x[i].item()"},
    ],
)
def test_what_may_change_stays(tmp_path, changed):
    assert edited(tmp_path, **changed) is None
