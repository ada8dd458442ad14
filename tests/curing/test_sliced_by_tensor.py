"""A window that begins at a tensor's value is selected by a tensor of indices."""

from __future__ import annotations

import sys

import pytest

from tests.curing.test_break_edits import tried

REASON = "Unsupported Tensor.item() call with capture_scalar_outputs=False"
PROGRAM = """
import torch
def f(x, y, start, n):
    {line}  # here
"""


def _edited(folder, line):
    found = tried(folder, PROGRAM.format(line=line), "# here", REASON)
    return [text for what, text in found.items() if what.startswith("select the")]


CALLS = ["return x[(slice(None), slice(start, start + n))]"]
SLICES = [
    "return x[:, start:start + n] + y[:, start:n + start]",
    "return x[:, start - n:start]",
]


@pytest.mark.parametrize("line", CALLS + SLICES * (sys.version_info >= (3, 9)))
def test_the_same_items_are_selected(tmp_path, line):
    torch = pytest.importorskip("torch")
    [text] = _edited(tmp_path, line)
    before, after = {}, {}
    exec(PROGRAM.format(line=line), before)
    exec(text, after)
    x = torch.arange(12).view(2, 6)
    given = (x, x + 1, torch.tensor(3), 2)
    assert torch.equal(before["f"](*given), after["f"](*given))
    assert "slice(start" not in text
    assert "start:" not in text


@pytest.mark.parametrize(
    "line", ["return x[start:n]", "return x[start:]", "return x[start:start + n:2]"]
)
def test_a_window_of_another_length_stays(tmp_path, line):
    assert not _edited(tmp_path, line)
