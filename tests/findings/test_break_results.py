"""Breaks that one edit removes together are one finding."""

from __future__ import annotations

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.events import GraphBreak, SourceLine, TransformedCode
from depyf.model.findings import findings
from depyf.torch_text.names import CompileId

MAIN = """\
def step(x):
    with quiet():
        x = x * 2
    return x
"""
QUIET = "def quiet():\n    return redirect_stdout(StringIO())\n"
ENTERED = SourceLine("main.py", 2, "step", "with quiet():")
MADE = SourceLine("quiet.py", 2, "quiet", "return redirect_stdout(StringIO())")


def test_a_break_in_the_call_of_a_with_goes_with_that_of_the_with():
    codes = [
        TransformedCode(
            CompileId(number, 0), co_name="step", index=0, source=MAIN,
            quality="exact", original_file="main.py", original_first_line=1,
            original_source=MAIN, code_key=f"step{number}",
        )
        for number in range(2)
    ]  # fmt: skip
    events = [
        *codes,
        ProgramFile(None, "main.py", MAIN),
        ProgramFile(None, "quiet.py", QUIET),
        GraphBreak(
            CompileId(0, 0), "Unsupported context manager", user_stack=(ENTERED,)
        ),
        GraphBreak(
            CompileId(1, 0), "Unsupported method call", user_stack=(ENTERED, MADE)
        ),
    ]
    [one] = findings(fold(events)).findings
    assert one.edit.startswith("with nullcontext() if torch.compiler.is_compiling()")
