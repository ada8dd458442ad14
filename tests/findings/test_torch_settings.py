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
            "___check_torch_function_mode_stack()",
            (1,),
            "call it always inside, or always outside, of the `with`; instead of `with "
            "torch.device(...)`, pass `device=` where tensors are created",
        ),
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


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (
            "torch.use_deterministic_algorithms(True)",
            "call `torch.use_deterministic_algorithms(True)` once, before the first "
            "call, if all calls may use it",
        ),
        ("torch.use_deterministic_algorithms(mode)", "set it once, before the first "),
        ("other(True)", "set it once, before the first call"),
    ],
)
def test_the_call_with_constants_is_named(text, note):
    changed = "GLOBAL_STATE changed: deterministic_algorithms"
    group = SimpleNamespace(
        first=SimpleNamespace(guard=SimpleNamespace(expression=changed)),
        origin=(
            SourceLine("a.py", 3, "f", "with repeatable(seed):"),
            SourceLine("a.py", 9, "g", text),
        ),
    )
    assert TORCH_SETTING.note(group).startswith(note)


def test_the_other_call_is_left_out():
    """The program sets it once as it should be, and again elsewhere (273)."""
    changed = "GLOBAL_STATE changed: num_threads"
    group = SimpleNamespace(
        first=SimpleNamespace(guard=SimpleNamespace(expression=changed)),
        origin=(
            SourceLine("main.py", 18, "f", "torch.set_num_threads(2)"),
            SourceLine("vad.py", 17, "g", "torch.set_num_threads(cfg.threads)"),
        ),
    )
    assert TORCH_SETTING.note(group) == (
        "leave out the call at vad.py:17, so that `torch.set_num_threads(2)` holds for "
        "all calls"
    )


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


MODES = """\
import torch
from torch.overrides import TorchFunctionMode

class Counting(TorchFunctionMode):
    pass

def plan(x, where):
    x = x.to(torch.device(where))
    with {mode}:
        return model(x)

def check(x):
    return model(x)
"""


@pytest.mark.parametrize("mode", ["torch.device(where)", "Counting()"])
def test_the_with_of_a_function_mode_is_named_and_no_other_device(mode):
    text = MODES.format(mode=mode)
    stacks = [(SourceLine("a.py", 10, "plan"),), (SourceLine("a.py", 13, "check"),)]
    found = setters(compiled(text, stacks), "___check_torch_function_mode_stack()")
    assert [line.line for line in found] == [9]


def compiled(text, stacks):
    return SimpleNamespace(
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", text)])),
        frame=SimpleNamespace(
            compilations=[SimpleNamespace(stack=one) for one in stacks]
        ),
    )


def test_an_argument_decides_and_the_calls_that_give_it_are_named():
    stacks = [
        tuple(SourceLine("a.py", line, name) for line, name in ways)
        for ways in (
            [(15, "compare"), (8, "run")],
            [(16, "compare"), (8, "run")],
        )
    ]
    found = setters(
        compiled(PROGRAM, stacks), "GLOBAL_STATE changed: autocast_cache_enabled"
    )
    assert [line.line for line in found] == [4, 7, 15, 16]
