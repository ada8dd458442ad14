"""A numpy number that a failing operation gets is converted where it is created."""

from __future__ import annotations

import pytest

from tests.curing.test_break_edits import tried

PROGRAM = """
    import numpy as np

    class Config:
        def scale(self):
            return {made}

    class Source:
        def __init__(self, config):
            self.scale = config.scale()

        def f(self, x):
            scale = np.prod(x.shape)
            return resized(x, scale_factor=1 / {used}, mode="linear")  # here

    source = Source(Config())
"""
NUMBER = "np.prod(rates)"
FAILED = "TypeError when making fake tensor call"
CONTEXT = "FakeTensorProp: <f>: received an invalid combination of arguments"


def edits(tmp_path, made=NUMBER, used="self.scale", reason=FAILED, context=CONTEXT):
    program = PROGRAM.format(made=made, used=used)
    found = tried(tmp_path, program, "# here", reason, context=context)
    return [text for what, text in found.items() if "of a numpy number" in what]


def test_the_call_that_creates_it_gives_a_number_of_python(tmp_path):
    [text] = edits(tmp_path)
    assert f"return {NUMBER}.item()" in text
    assert "scale_factor=1 / self.scale," in text


@pytest.mark.parametrize(
    "other",
    [
        {"made": "math.prod(rates)"},  # no number of numpy
        {"made": "np.prod(rates, axis=0)"},  # may be an array
        {"used": "scale"},  # compiled code creates it
        {"reason": "call of a skipped function", "context": ""},  # nothing failed
    ],
)
def test_other_values_and_breaks_keep_theirs(tmp_path, other):
    assert edits(tmp_path, **other) == []
