"""A list that grows, also one that begins again, and one of several lengths.

Protects: a higher limit of entries is not advised for what grows without end.
"""

from __future__ import annotations

import pytest

from .traced import told

PROGRAM = """\
def score(tokens):
    for token in tokens:
        pass

class State:
    def select(self, token):
        self.tokens = {new}

score(State().tokens)
"""
ADDED = "self.tokens + [token]", "[*self.tokens, token]", "[t[0] for t in a] + [b]"


def what(new: str, lengths: list[int]):
    return told(
        {"beam": PROGRAM.format(new=new)},
        "score",
        [f"len(L['tokens']) == {length}  # for token in tokens:" for length in lengths],
        call="score(State().tokens)",
    ).what


@pytest.mark.parametrize("new", ADDED)
@pytest.mark.parametrize("lengths", [[3, 4, 5, 6], [3, 4, 5, 6, 7, 3, 4]])
def test_what_adds_an_item_grows(new, lengths):
    assert "while `tokens` grows" in what(new, lengths)


@pytest.mark.parametrize("lengths", [[3, 4, 3, 4, 3, 5], [3, 9, 2, 8, 4]])
def test_what_changes_its_length_does_not_grow(lengths):
    assert "grows" not in what("other[:token]", lengths)


SCORE = """\
def score(tokens):
    for token in tokens:
        pass

"""
MADE = """\
def chosen(all):
    tokens = [all[0]]
    for one in all:
        tokens.append(one)
    return tokens

score(chosen(all))
"""
KEPT = """\
tokens = []
for one in data:
    tokens.append(one)
    score(tokens)
"""


@pytest.mark.parametrize(
    ("program", "call", "is_kept"),
    [(MADE, "score(chosen(all))", False), (KEPT, "score(tokens)", True)],
)
def test_a_list_that_is_made_for_each_call_does_not_grow(program, call, is_kept):
    guards = [f"len(L['tokens']) == {n}  # for token in tokens:" for n in (1, 2, 3, 4)]
    one = told({"main": SCORE + program}, "score", guards, call=call)
    assert ("grows" in one.what) == is_kept


ROWS = """\
def rows(data):
    row, tokens = [], []
    for one in data:
        if one:
            yield tokens
            row, tokens = [], []
        tokens.append(one)

for tokens in rows(data):
    score(tokens)
"""


@pytest.mark.parametrize("lengths", [(2, 3, 1), (2, 3, 4)])
def test_a_list_of_several_lengths_that_is_made_for_each_call_is_told(lengths):
    guards = [f"len(L['tokens']) == {n}  # for token in tokens:" for n in lengths]
    one = told({"main": SCORE + ROWS}, "score", guards, call="score(tokens)")
    assert one.title == "recompiles for each length of `tokens`"
    assert "grows" not in one.why


WINDOW = """\
class Window:
    def push(self, row):
        self.rows.append(row)
        if len(self.rows) > 5:
            self.rows.popleft()
        return row


window.push(row)
"""


def test_a_line_that_removes_items_does_not_make_it_grow():
    failed = [
        f"len(L['self'].rows) == {n}  # self.rows.append(row)  # main.py:3 in push"
        for n in range(5)
    ]
    one = told({"main": WINDOW}, "Window.push", failed, call="window.push(row)")
    assert "popleft" not in " ".join(line.text for line in one.origin)


@pytest.mark.parametrize(
    ("guards", "wanted"),
    [
        (("EQUALS_MATCH: L['tokens'][0] == 7",), "pass one tensor of fixed size"),
        ((), "pass equally many items"),
    ],
    ids=["numbers", "others"],
)
def test_numbers_of_equal_count_are_constants_too(guards, wanted):
    """Zeros for missing numbers would be compiled in like the others."""
    one = told(
        {"beam": PROGRAM.format(new="self.tokens + [token]")},
        "score",
        [f"len(L['tokens']) == {n}  # for token in tokens:" for n in (3, 4, 5)],
        call="score(State().tokens)",
        guards=guards,
    )
    assert one.note.startswith(wanted)
