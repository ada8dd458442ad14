"""A setting of torch that changes: the default dtype changes no tensor that exists."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.setting_calls import setters
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


PROGRAM = """\
import torch

def context(casts=True):
    return torch.autocast("cpu", cache_enabled=casts)

def run(x, **options):
    with context(**options):
        return model(x)

def train(x):
    with context():
        return plain(x)

def compare(x):
    first = run(x)
    second = run(x, casts=False)
"""


def test_an_argument_decides_and_the_calls_that_give_it_are_named():
    stacks = [
        tuple(SourceLine("a.py", line, name) for line, name in ways)
        for ways in (
            [(15, "compare"), (8, "run")],
            [(16, "compare"), (8, "run")],
        )
    ]
    group = SimpleNamespace(
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", PROGRAM)])),
        frame=SimpleNamespace(
            compilations=[SimpleNamespace(stack=one) for one in stacks]
        ),
    )
    found = setters(group, "GLOBAL_STATE changed: autocast_cache_enabled")
    assert [line.line for line in found] == [4, 7, 15, 16]
