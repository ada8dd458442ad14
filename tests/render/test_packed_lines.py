"""Lines packed apart from their numbers: nothing is lost, and what repeats is small."""

from __future__ import annotations

import gzip
import json

from hypothesis import given
from hypothesis import strategies as st

from depyf.render.packed_lines import packed_lines
from tests.page import unpacked_lines

_JSON = st.recursive(
    st.none() | st.integers() | st.floats() | st.text() | st.text("0123456789-.,x\n"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(_JSON)
def test_what_is_packed_comes_back(data):
    text = json.dumps(data, separators=(",", ":"))
    packed = packed_lines(text)
    assert unpacked_lines(**packed._asdict()) == text
    assert max(map(abs, packed.distances), default=0) < 2**53  # a reader's numbers


def test_layers_that_differ_in_numbers_have_templates_in_common():
    layer = "mm_{0} = mm(x_{1}, layers_{0}_weight)\\nadd_{1} = mm_{0} + 1\\n"
    text = "".join(layer.format(at, 3 * at + 1) for at in range(1000))
    packed = packed_lines(text)
    assert len(packed.templates) == 3  # and the empty one at the end
    size = len(gzip.compress(json.dumps(packed).encode()))
    assert size < len(gzip.compress(text.encode())) / 10
