"""What runs as plain Python after a refused compilation of a function."""

from __future__ import annotations

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.detail_events import CompiledFor
from depyf.model.findings.entry_limits import given_up
from depyf.torch_text.names import CompileId

REFUSED = CompileId(1, 1)


def frame(reason, text="Dynamo recompile limit exceeded"):
    run = fold(
        [
            ev.FrameStarted(CompileId(1, 0), "step", "/main.py", first_line=24),
            ev.FrameStarted(REFUSED, "step", "/main.py", first_line=24),
            ev.Recompile(REFUSED, reasons=(ev.RecompileReason(reason, "1/0"),)),
            CompiledFor(REFUSED, owner="Net.forward", decorator="logged"),
            ev.Metrics(REFUSED, made_entry=False, fail_reason=text),
        ]
    )
    return run.frames[0]


@pytest.mark.parametrize(
    ("reason", "such"),
    [
        (
            "GLOBAL_STATE changed: grad_mode",
            ", such as those of `Net.forward` in the other gradient mode,",
        ),
        ("L['n'] == 3", ""),
    ],
)
def test_the_calls_without_an_entry_are_told_apart_by_the_gradient_mode(reason, such):
    words = given_up(frame(reason))
    assert words.endswith(f"calls that fit no entry{such} run as plain Python")


def test_other_failures_are_no_limit():
    assert given_up(frame("L['n'] == 3", "no attribute")) == ""
