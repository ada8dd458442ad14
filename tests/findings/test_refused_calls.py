"""A call of the model that no entry of shared code fits is a finding of its own."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.detail_events import CompiledFor
from depyf.model.findings import first_result
from depyf.model.findings.refused_calls import REFUSED_CALLS, refused_calls
from depyf.model.findings.rule import Cure
from depyf.torch_text.names import CompileId

OUTER, FIRST, REFUSED = CompileId(0, 1), CompileId(1, 0), CompileId(1, 1)
LIMIT = "Dynamo recompile limit exceeded"
CALL = ev.SourceLine("/home/user/train.py", 30, "main", "loss = model(ids)")
MODE = "GLOBAL_STATE changed: grad_mode"


def run_of(*, is_root=True, reason=MODE, failed=LIMIT):
    """Return a run in which torch refuses the second compilation of `step`."""
    own = {"owner": "Net.forward", "instance_class": "Net"}
    return fold(
        [
            ev.FrameStarted(OUTER, "wrapper", "/lib/generic.py", stack=(CALL,)),
            CompiledFor(OUTER, is_root=True, **own),
            ev.Metrics(OUTER, started=1.0, made_entry=True),
            ev.FrameStarted(FIRST, "step", "/lib/deprecation.py", first_line=24),
            ev.FrameStarted(REFUSED, "step", "/lib/deprecation.py", first_line=24),
            ev.Recompile(REFUSED, reasons=(ev.RecompileReason(reason, "1/0"),)),
            CompiledFor(REFUSED, is_root=is_root, **own),
            ev.Metrics(REFUSED, started=2.0, made_entry=False, fail_reason=failed),
        ]
    )


def refused(*, alone=True, **other):
    run = run_of(**other)
    frame = next(one for one in run.frames if one.co_name == "step")
    return [*refused_calls(run, {frame.key} if alone else set())]


def test_the_call_is_named_with_what_it_lost():
    [one] = refused()
    result = first_result(REFUSED_CALLS, one)
    assert (result.subject, result.where) == ("Net.forward", CALL)
    assert result.edit == "torch._dynamo.config.recompile_limit = 16"
    assert "fits the call at train.py:30 in the other gradient mode" in result.why


def test_another_reason_is_no_mode():
    [one] = refused(reason="L['n'] == 3")
    assert "gradient mode" not in first_result(REFUSED_CALLS, one).why


def test_entries_for_other_sizes_are_named_with_the_edit(monkeypatch):
    cure = Cure("torch.compile(net, dynamic=True)", "at train.py:22, for all sizes")
    module = sys.modules[refused_calls.__module__]
    monkeypatch.setattr(module, "compiled_dynamic", lambda _group: cure)
    [one] = refused()
    assert "size" not in first_result(REFUSED_CALLS, one).why
    why = first_result(REFUSED_CALLS, replace(one, for_sizes=[object()] * 4)).why
    words = "4 of the entries are for another size; `dynamic=True` at train.py:22"
    assert words in why


@pytest.mark.parametrize(
    "other", [{"is_root": False}, {"failed": "no attribute"}, {"alone": False}]
)
def test_other_refusals_are_told_elsewhere(other):
    assert refused(**other) == []
