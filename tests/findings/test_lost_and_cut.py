"""A break that loses one function and cuts others says which is which."""

from __future__ import annotations

from depyf.model.build import fold
from depyf.model.events import FrameSkipped, GraphBreak, SourceLine, TransformedCode
from depyf.model.findings import findings
from depyf.model.ids import CompileId

FILE = "/home/user/a.py"
LINE = SourceLine(FILE, 5, "clipped", "if x.max() > 0.5:")


def _met(number, name):
    caller = SourceLine(FILE, 10 * number, name, "x = clipped(x)")
    return GraphBreak(
        CompileId(number, 0),
        reason="Data-dependent branching",
        user_stack=(caller, LINE),
    )


def test_the_function_that_is_lost_is_named_first():
    events = [
        _met(1, "in_callee"),
        TransformedCode(
            CompileId(1, 0),
            co_name="in_callee",
            index=0,
            source="def in_callee(x):\n    return x\n",
            quality="exact",
            original_file=FILE,
            original_first_line=9,
            code_key="f1",
        ),
        _met(2, "in_loop"),
        FrameSkipped(
            CompileId(2, 0),
            reason="torch.compile detected a graph break in a for/while loop.",
            file=FILE,
            line=19,
            co_name="in_loop",
        ),
    ]
    [one] = findings(fold(events)).findings
    assert one.subject == "in_loop"
    assert one.what.startswith("runs as plain Python, none of it compiled")
    assert one.what.endswith("`in_callee` is cut in two by it")
    assert one.led_here is not None
    assert one.led_here.function == "in_loop"
