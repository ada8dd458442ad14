"""`random.choice`, which torch cannot trace, becomes `randrange`: the same draws."""

from __future__ import annotations

import random

import pytest

from .test_break_edits import tried

REASON = "Attempted to call function marked as skipped: Random.choice"


def drawn(folder, expression, reason=REASON):
    source = f"""
        import random
        def f(x, items, rng):
            return x * {expression}  # here
    """
    found = tried(folder, source, "# here", reason)
    return [
        text.partition("return x * ")[2].partition("  # here")[0]
        for what, text in found.items()
        if "cannot trace" in what
    ]


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("random.choice(range(2, n + 1))", "random.randrange(2, n + 1)"),
        ("random.choice(range(n))", "random.randrange(n)"),
        ("random.choice(items)", "items[random.randrange(len(items))]"),
        ("self.rng.choice((1, 2))", "(1, 2)[self.rng.randrange(len((1, 2)))]"),
        ('random.choice("ab")', '"ab"[random.randrange(len("ab"))]'),
    ],
)
def test_the_draw_is_one_that_torch_traces(tmp_path, expression, wanted):
    assert drawn(tmp_path, expression) == [wanted]


@pytest.mark.parametrize(
    "expression",
    ["random.choice(read())", "random.choice([read(), 2])", "choice(items)"],
)
def test_nothing_is_computed_twice(tmp_path, expression):
    assert drawn(tmp_path, expression) == []


def test_another_choice_stays(tmp_path):
    reason = "Attempted to call numpy.random.Generator.choice"
    assert drawn(tmp_path, "rng.choice(items)", reason) == []


@pytest.mark.parametrize("seed", range(5))
def test_both_draw_the_same(seed):
    items = list("abcdefg")
    random.seed(seed)
    first = [random.choice(items), random.choice(range(3, 9)), random.random()]
    random.seed(seed)
    second = [items[random.randrange(len(items))], random.randrange(3, 9)]
    assert first == [*second, random.random()]
