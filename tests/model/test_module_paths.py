"""Paths of modules: folded, and nothing lost by it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depyf.model.instances import folded, unfolded
from depyf.torch_text.access_paths import path_text

KEYS = st.one_of(
    st.integers(0, 12).map(str),
    st.sampled_from(
        ["layers", "norm", "a-b", "01", "it's", "x[0]", "[1..2]", "-1", ""]
    ),
)
PATHS = st.lists(st.lists(KEYS, min_size=1, max_size=4).map(path_text), max_size=20)


@given(PATHS)
def test_folded_paths_stand_for_the_very_paths(paths):
    short = folded(paths)
    again = [path for one in short for path in unfolded(one)]
    assert sorted(again) == sorted(set(paths))
    assert len(short) <= len(set(paths))


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ([f"layers[{n}]" for n in range(12)], ("layers[0..11]",)),
        (["a[0]", "a[2]", "a[3]"], ("a[0, 2..3]",)),
        (
            [f"up[{a}].res[{b}].conv" for a in range(2) for b in range(3)],
            ("up[0..1].res[0..2].conv",),
        ),
        (
            ["up[0].res[0]", "up[0].res[1]", "up[1].res[0]"],
            ("up[0].res[0..1]", "up[1].res[0]"),
        ),
        (["x", "", "x"], ("x", "")),
        (["h1x", "h2x"], ("h1x", "h2x")),
        ([], ()),
    ],
)
def test_what_differs_in_numbers_becomes_one(paths, expected):
    assert folded(paths) == expected
