"""If open sizes make an entry slow to compile, an option that fixes them is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.events import FrameStarted, Metrics, SourceLine, TransformedCode
from depyf.model.findings import findings
from depyf.render.index_findings import expected_json, opening
from depyf.torch_text.names import CompileId

from .test_other_sizes import entry, recompiled

PROGRAM = """\
import torch
scaled = torch.compile(scaled{options})
{more}scaled(x, y)
"""
EDIT = "`torch.compile(scaled, dynamic=False)` at a.py:2"


def run_with(first, later, seconds=(1.0, 9.0), options="", more=""):
    """Return a run of calls with gradients and later without, and Dynamo's seconds."""
    text = PROGRAM.format(options=options, more=more)
    line = SourceLine("/a.py", 3, "<module>", "scaled(x, y)")
    events = []
    for number, (mode, sizes) in enumerate([("true", first), ("false", later)]):
        events += [recompiled()] if number else []
        for one in entry(number, mode, **sizes):
            is_start, is_code = (
                isinstance(one, kind) for kind in (FrameStarted, TransformedCode)
            )
            stack = {"stack": (line, line)} if is_start else {}
            events.append(
                replace(one, **stack, **({"index": number} if is_code else {}))
            )
        whole = seconds[number] + 2
        times = {
            "dynamo_cumulative_compile_time": whole,
            "aot_autograd_cumulative_compile_time": 2,
        }
        events.append(Metrics(CompileId(0, number), seconds=whole, times=times))
    return fold([*events, ProgramFile(None, file="/a.py", text=text)])


def cheaper(first, later, **names):
    [one] = findings(run_with(first, later, **names)).expected
    return one.cheaper


FIRST, LATER = {"x": "4, 32", "y": "4"}, {"x": "1, None", "y": "None"}


def test_the_option_is_named_with_the_time_and_its_price():
    assert cheaper(FIRST, LATER) == (
        "Torch left `x.shape[1]` and `y.shape[0]` open in entry 1, for the call at "
        "a.py:3. Dynamo took 9.0 s for this entry, and 1.0 s for entry 0. If few sizes "
        f"occur, {EDIT} may take less time: torch then compiles an entry for each size."
    )


@pytest.mark.parametrize(
    ("later", "names"),
    [
        ({"x": "1, 48", "y": "8"}, {}),
        (LATER, {"seconds": (5.0, 9.0)}),
        (LATER, {"seconds": (0.1, 0.9)}),
        (LATER, {"options": ", dynamic=None"}),
        (LATER, {"more": "torch._dynamo.mark_dynamic(x, 1); "}),
    ],
    ids=["no open size", "not much slower", "short", "option", "marked"],
)
def test_it_is_named_only_where_open_sizes_are_slow_and_not_chosen(later, names):
    assert not cheaper(FIRST, later, **names)


def test_the_opening_says_that_there_is_an_option():
    run = run_with(FIRST, LATER)
    [line] = opening(run)
    assert line.endswith("Only settled recompiles; an option may shorten them.")
    assert EDIT in expected_json(run)[0]["cheaper"]
