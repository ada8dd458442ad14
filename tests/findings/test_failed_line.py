"""Where a compilation fails: the user's line, or the library's, never another one."""

from __future__ import annotations

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.findings.failures import failures
from depyf.torch_text.names import CompileId

ID = CompileId(0, 0)
CALL = ev.SourceLine("/main.py", 26, function="step", text="if loss > 5:")
OWN = ev.SourceLine("/main.py", 24, function="step")
INNER = ev.SourceLine("/lib/python3.11/inspect.py", 2474, text="sig = obj.x")


@pytest.mark.parametrize(
    ("name", "wanted"), [("step", 26), ("torch_dynamo_resume_in_step_at_26", 2474)]
)
def test_the_line_of_a_break_is_not_where_the_code_behind_it_fails(name, wanted):
    run = fold(
        [
            ev.FrameStarted(ID, name, "/main.py", first_line=24, stack=(CALL, OWN)),
            ev.Metrics(
                ID,
                made_entry=False,
                fail_type="AttributeError",
                fail_reason="no attribute",
                fail_line=INNER,
            ),
        ]
    )
    [one] = failures(run)
    assert one.line.line == wanted


READ = ev.SourceLine("/main.py", 12, function="forward", text="n = int(x.sum())")
APPLIED = ev.SourceLine("/main.py", 26, function="step", text="Loss.apply(x)")


@pytest.mark.parametrize(
    ("read", "reason", "wanted"),
    [
        (READ, "Pending unbacked symbols {u1} not in returned outputs", [12]),
        (READ, "Could not guard on data-dependent expression Eq(u0, 1)", [12]),
        (INNER, "Pending unbacked symbols {u1} not in returned outputs", []),
        (READ, "no attribute", []),
    ],
)
def test_a_number_that_torch_cannot_place_is_read_from_a_tensor_where(
    read, reason, wanted
):
    """Torch names a symbol: the user has to know which line made it."""
    run = fold(
        [
            ev.FrameStarted(ID, "step", "/main.py", first_line=24, stack=(OWN,)),
            ev.ShapeSymbol(ID, symbol="u0", user_line=read),
            ev.ShapeSymbol(ID, symbol="u1", user_line=APPLIED),
            ev.ShapeSymbol(ID, symbol="s77", user_line=CALL),
            ev.Metrics(
                ID,
                made_entry=False,
                fail_type="Error",
                fail_reason=reason,
                fail_line=APPLIED,
            ),
        ]
    )
    [one] = failures(run)
    assert [line.line for line in one.origin] == wanted
