"""What has no rule of its own is never taken for expected."""

from __future__ import annotations

import pytest

from depyf.model.build import fold
from depyf.model.events import Recompile, RecompileReason, TransformedCode
from depyf.model.findings import findings
from depyf.torch_text.names import CompileId


def told_of(times):
    """Return what is said of a function that is compiled again so many times."""
    events = []
    for number in range(times + 1):
        compile_id = CompileId(0, number)
        events.append(
            TransformedCode(
                compile_id,
                co_name="f",
                index=number,
                source="def f(x):\n    return x\n",
                quality="exact",
                original_file="/home/user/a.py",
                original_first_line=1,
                code_key="f0",
            )
        )
        if number:
            reason = RecompileReason("some_check(L['x'])", CompileId(0, number - 1))
            events.append(Recompile(compile_id, reasons=(reason,)))
    return findings(fold(events))


def test_a_guard_of_an_unknown_kind_that_keeps_failing_is_something_to_act_on():
    found = told_of(5)
    [one] = found.findings
    assert one.rule == "varying-condition"
    assert "some_check(x)" in one.what
    assert not found.expected


@pytest.mark.parametrize("times", [1, 4])
def test_a_few_kinds_are_what_a_program_has(times):
    found = told_of(times)
    assert not found.findings
    assert len(found.expected) == 1
