"""What a graph saves for its backward, in a line of the index."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.saved_tensors import SavedTensor
from depyf.render import details


@pytest.mark.parametrize(
    ("sizes", "end"),
    [
        ((400, 300, 300, 200, 100), ", 2 smaller"),
        ((400, 300, 300, 300, 100), ", 2 more"),  # one is as large as those named
        ((400, 300, 300, None), ", 1 more"),
        ((400, 300, 300), "`c` f32[9] 300 B"),
    ],
)
def test_the_others_are_smaller_only_if_all_of_them_are(monkeypatch, sizes, end):
    own = [
        SavedTensor(name, "f32[9][1]cpu", size) for name, size in zip("abcde", sizes)
    ]
    known = sum(size or 0 for size in sizes)
    saved = SimpleNamespace(prefix="fn", own=own, tensors=own, own_bytes=known)
    monkeypatch.setattr(details, "saved_for_backward", lambda _: [saved])
    assert details.saved_words(object(), "fn").endswith(end)


def test_views_of_one_memory_are_told_once(monkeypatch):
    """Their sizes in memory overlap, so they do not add up (575)."""
    own = [
        SavedTensor(name, "f32[9][1]cpu", 300, base="mm", storage=310)
        for name in ("q", "k", "v")
    ]
    own.append(SavedTensor("x", "f32[9][1]cpu", 100))
    saved = SimpleNamespace(prefix="fn", own=own, tensors=own, own_bytes=410)
    monkeypatch.setattr(details, "saved_for_backward", lambda _: [saved])
    assert details.saved_words(object(), "fn") == (
        "4 tensors, 410 B: `q` f32[9] and 2 views of the same 310 B, `x` f32[9] 100 B"
    )
