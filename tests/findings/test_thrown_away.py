"""Torch may raise an error when it has made the code of an entry already."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.build import fold
from depyf.model.events import FrameSkipped, Metrics, TransformedCode
from depyf.model.findings import findings
from depyf.torch_text.names import CompileId

FIRST = CompileId(0, 0)
MADE = TransformedCode(
    FIRST,
    co_name="f",
    index=0,
    source="def f(x):\n    return x\n",
    quality="exact",
    original_file="/home/user/a.py",
    original_first_line=1,
    code_key="f0",
)
REASON = "Constraints violated (L['x'].size()[0])!"
FAILED = Metrics(FIRST, fail_type="ConstraintViolationError", fail_reason=REASON)
THROWN_AWAY = FrameSkipped(FIRST, reason=f"ConstraintViolationError: {REASON}")


def test_it_is_something_to_act_on():
    [one] = findings(fold([MADE, FAILED, THROWN_AWAY])).findings
    assert one.rule == "compile-failed"
    assert "ConstraintViolationError" in one.what


def test_an_entry_whose_backward_failed_later_is_kept():
    assert not findings(fold([MADE, replace(FAILED, backward=True)])).findings
