"""Sizes of 0 and 1: what is said of them, and for which padding helps."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.findings import conditions, recompile_groups
from depyf.model.findings.causes import Scope
from depyf.model.findings.recompile_groups import _merge_small_sizes
from depyf.model.findings.settled_sizes import SMALL_SIZE
from depyf.torch_text.questions import GuardKind


def group(*sizes, source="x", said="`x`", index=0, scope=Scope.ARGUMENT):
    causes = [
        SimpleNamespace(index=index, expected="4", actual=size, scope=scope)
        for size in sizes
    ]
    return SimpleNamespace(
        source=source, said=said, causes=causes, first=causes[0],
        frame=SimpleNamespace(file="/home/me/model.py"), compilations=(),
    )  # fmt: skip


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


LIBRARY = "/venv/lib/python3.11/site-packages/models/moe.py"
TORCH = "/venv/lib/python3.11/site-packages/torch/nn/modules/module.py"


@pytest.mark.parametrize(
    ("file", "caller", "is_root", "is_told"),
    [
        (LIBRARY, LIBRARY, False, False),
        # The user passes the batch, perhaps through the library's wrapper.
        (LIBRARY, LIBRARY, True, True),
        (LIBRARY, "/home/me/main.py", False, True),
        ("/home/me/model.py", LIBRARY, False, True),
    ],
)
def test_what_a_library_passes_to_its_own_function_is_not_to_be_padded(
    file, caller, is_root, is_told
):
    one = group("1")
    one.frame.file = file
    stack = [SourceLine(name, 3, "f") for name in (caller, TORCH, file)]
    instance = SimpleNamespace(is_root=is_root)
    one.compilations = [SimpleNamespace(stack=stack, instance=instance)]
    assert bool(SMALL_SIZE.note(one)) is is_told


@pytest.mark.parametrize(
    ("line", "other_index", "is_merged"),
    [("for row in x:", 0, True), (None, 0, False), ("for row in x:", 1, False)],
)
def test_a_size_of_one_is_a_constant_as_all_are(
    monkeypatch, line, other_index, is_merged
):
    """If a line makes each size a constant, 1 is no case of its own (512)."""
    monkeypatch.setattr(conditions, "fixed_by", lambda _group: line)
    monkeypatch.setattr(recompile_groups, "static_option", lambda _group: None)
    small, rest = group("1"), group("4", index=other_index)
    small.compilations, rest.compilations = [1], [2]
    key = (GuardKind.SIZE, Scope.ARGUMENT, "x")
    found = {(*key, True): small, (*key, False): rest}
    _merge_small_sizes(found)
    assert (len(found) == 1) is is_merged
    assert rest.compilations == ([2, 1] if is_merged else [2])
