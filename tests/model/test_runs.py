"""Repetitions expand to the very lines that they stand for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from depyf.model.runs import repetitions

LINE = st.one_of(
    st.sampled_from(["a", "b"]),
    st.tuples(st.sampled_from("ab"), st.integers(0, 5)).map("{0[0]}[{0[1]}]".format),
    st.integers(0, 5).map("m['{}'].w".format),
)
BLOCK = st.tuples(st.lists(LINE, min_size=1, max_size=3), st.integers(1, 6)).map(
    lambda pair: [
        line.replace("[0]", f"[{n}]") for n in range(pair[1]) for line in pair[0]
    ]
)


@given(st.lists(BLOCK, max_size=5))
def test_repetitions_stand_for_exactly_their_lines(blocks):
    lines = [line for block in blocks for line in block]
    end = 0
    for one in repetitions(lines):
        assert one.start >= end
        end = one.start + one.length
        assert one.expanded() == lines[one.start : end]
        assert one.count >= 3


def test_several_lines_with_steps_of_their_own():
    lines = []
    for n in range(4):
        lines += [f"l[{n}].k = g[{2 * n + 1}]", f"l[{n}].v = g[{2 * n + 2}]"]
    (one,) = repetitions(lines)
    assert (one.count, len(one.lines)) == (4, 2)
    assert one.lines[0].numbers == ((0, 1), (1, 2))


def test_equal_lines_are_no_loop():
    assert repetitions(["f()"] * 5) == []


def test_an_exception_ends_a_repetition():
    lines = [f"l[{n}].w" for n in (0, 1, 2, 3, 7, 8, 9)]
    assert [(one.start, one.count) for one in repetitions(lines)] == [(0, 4), (4, 3)]
