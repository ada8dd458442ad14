"""Sizes of 0 and 1: what is said of them, and for which padding helps."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.findings.causes import Scope
from depyf.model.findings.settled_sizes import SMALL_SIZE


def group(*sizes, source="x", said="`x`", index=0, scope=Scope.ARGUMENT):
    causes = [
        SimpleNamespace(index=index, expected="4", actual=size, scope=scope)
        for size in sizes
    ]
    return SimpleNamespace(source=source, said=said, causes=causes, first=causes[0])


@pytest.mark.parametrize(
    ("sizes", "said", "words"),
    [
        (("1",), "`batch`", "`batch.shape[0]` is 1 in some calls"),
        (("0", "1"), "`x`", "`x.shape[0]` is 0 or 1 in some calls"),
        (("0",), "item 2 of `x`, as in `y`", "`x.shape[0]` is 0 in some calls"),
    ],
)
def test_the_size_is_named(sizes, said, words):
    assert SMALL_SIZE.what(group(*sizes, said=said)).startswith(words)


@pytest.mark.parametrize(
    ("changed", "is_told"),
    [
        ({}, True),
        ({"source": "kwargs['x']"}, True),
        ({"source": "batch.evicted"}, False),
        ({"index": 1}, False),
        ({"scope": Scope.GLOBAL}, False),
    ],
)
def test_a_batch_is_to_be_padded(changed, is_told):
    assert bool(SMALL_SIZE.note(group("1", **changed))) is is_told
