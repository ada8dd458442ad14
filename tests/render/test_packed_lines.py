"""Lines packed apart from their numbers: nothing is lost, and what repeats is small."""

from __future__ import annotations

import gzip
import json

from hypothesis import example, given
from hypothesis import strategies as st

from depyf.render.packed_lines import packed_lines
from tests.page import unpacked_lines

_TEXTS = st.lists(
    st.text("0123456789_a\n")
    | st.text("019_ .x\n\0\1\2")
    | st.text()
    | st.builds("add_{} = x{}\n".format, st.integers(), st.integers()).map(
        lambda line: 3 * line
    )
)
_PICTURES = str.maketrans("\0\1\2", "\u2400\u2401\u2402")


@given(_TEXTS)
@example([])
@example([""])
def test_what_is_packed_comes_back(texts):
    packed = packed_lines(texts)
    read = unpacked_lines(**packed._asdict())
    assert read == [text.translate(_PICTURES) for text in texts]
    assert max(map(abs, packed.distances), default=0) < 2**53  # a reader's numbers


def test_layers_that_differ_in_numbers_have_templates_in_common():
    layer = "mm_{0} = mm(x_{1}, arg{0}_1[{0}])\nadd_{1} = mm_{0} + 1\n"
    text = "".join(layer.format(at, 3 * at + 1) for at in range(1000))
    packed = packed_lines([text])
    assert len(packed.templates) == 3  # and the empty one at the end
    size = len(gzip.compress(json.dumps(packed).encode()))
    assert size < len(gzip.compress(text.encode())) / 10
