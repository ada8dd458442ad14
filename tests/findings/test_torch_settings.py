"""A setting of torch that changes: the default dtype changes no tensor that exists."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.findings.torch_settings import TORCH_SETTING


@pytest.mark.parametrize(
    ("setting", "origin", "note"),
    [
        ("num_threads", (1,), "set it once, before the first call"),
        (
            "default_dtype",
            (1,),
            "set it back after a.py:1; or pass `dtype=` there, and do not set it",
        ),
        (
            "default_dtype",
            (1, 2),
            "set it back; or pass `dtype=` there, and do not set it",
        ),
    ],
)
def test_where_to_set_it(setting, origin, note):
    guard = SimpleNamespace(expression=f"GLOBAL_STATE changed: {setting}")
    group = SimpleNamespace(
        first=SimpleNamespace(guard=guard),
        origin=tuple(SourceLine("a.py", one) for one in origin),
    )
    assert TORCH_SETTING.note(group) == note
