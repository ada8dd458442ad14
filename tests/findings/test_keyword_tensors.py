"""A number that a line passes by keyword becomes a tensor there."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.findings.keyword_tensors import keyword_as_tensor

PASSED = "return partial(select, patching=self.patching, hours=lead / 24)"


@pytest.mark.parametrize(
    ("lines", "edit"),
    [
        ([PASSED], "hours=torch.tensor(lead / 24)"),
        (["return partial(other, patching=self.patching)", PASSED], "hours="),
        (["f(x)"], None),
        ([PASSED, "g(hours=2)"], None),  # which of both is not known
    ],
)
def test_the_line_that_passes_it(lines, edit):
    origin = [SourceLine("/p/a.py", n, "f", text) for n, text in enumerate(lines, 1)]
    found = keyword_as_tensor(SimpleNamespace(origin=origin, attribute="hours"))
    assert (found is None) is (edit is None)
    if found is not None:
        assert found.edit.startswith(edit)
        at = f"a.py:{len(lines)}"
        assert found.note == f"instead of `hours=lead / 24` at {at}"
