"""Breaks: which functions they lose and which they cut; what a branch asks for."""

from __future__ import annotations

from depyf.model.build import fold
from depyf.model.events import (
    FrameSkipped,
    GraphBreak,
    Metrics,
    SourceLine,
    TransformedCode,
)
from depyf.model.findings import findings
from depyf.torch_text.names import CompileId

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
    # Seconds that the lost function took count, not those of what is cut in two.
    events += [
        Metrics(CompileId(1, 0), seconds=2.0),
        Metrics(CompileId(2, 0), seconds=3.0),
    ]
    [one] = findings(fold(events)).findings
    assert one.subject == "in_loop"
    assert one.seconds == 3.0
    assert one.what.startswith("runs as plain Python because of a graph break")
    assert one.what.endswith("it also breaks `in_callee`")
    assert one.why.endswith("All of `in_loop` runs as plain Python.")
    assert one.led_here is not None
    assert one.led_here.function == "in_loop"


SIZE = SourceLine(FILE, 3, "f", "    if x.shape[0] > 2:")
SOURCE = """\
def f(x):
    x = x[x > 0]
    if x.shape[0] > 2:
        x = x / 2
    return x
"""


def edit_of(kind):
    """Return the edit for a branch on a value of this kind."""
    met = GraphBreak(
        CompileId(1, 0),
        reason="Data-dependent branching",
        context=f"attempted to jump with {kind}()",
        user_stack=(SIZE,),
    )
    code = TransformedCode(
        CompileId(1, 0),
        co_name="f",
        index=0,
        source=SOURCE,
        quality="exact",
        original_file=FILE,
        original_first_line=1,
        original_source=SOURCE,
        code_key="f1",
    )
    [one] = findings(fold([met, code])).findings
    return one.edit


def test_a_branch_on_a_size_is_not_chosen_by_a_tensor():
    assert "torch.where" in edit_of("TensorVariable")
    assert not edit_of("SymNodeVariable")
