"""JSON with its outer levels spread over lines."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from depyf.render.json_text import spread

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES, st.integers(0, 5))
def test_what_is_spread_reads_as_the_same(value, levels):
    assert json.loads(spread(value, levels)) == value


def test_the_outer_levels_have_an_item_a_line():
    data = {"a": [{"b": [1, 2]}, {}], "c": []}
    assert spread(data, 2) == '{\n "a": [\n  {"b": [1, 2]},\n  {}\n ],\n "c": []\n}'
    assert spread(data, 0) == '{"a": [{"b": [1, 2]}, {}], "c": []}'
