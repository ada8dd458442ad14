"""What to do about a call of a function that the program disables."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.disabled_functions import DISABLED_FUNCTION

PROGRAM = """\
import torch

class Window:
    @torch.compiler.disable
    def keep(self, row):
        {body}

    def step(self, row):
        self.keep(row)
"""


def change(tmp_path, body):
    path = tmp_path / "window.py"
    text = PROGRAM.format(body=body)
    path.write_text(text)
    said = SimpleNamespace(function="Window.keep")
    where = SourceLine(str(path), 9, "step", "self.keep(row)")
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, str(path), text)]))
    return DISABLED_FUNCTION.cure(SimpleNamespace(said=said, where=where, run=run)).note


@pytest.mark.parametrize("body", ["self.rows.append(row)", "return self.rows.pop()"])
def test_a_function_that_changes_a_length_is_not_to_be_compiled(tmp_path, body):
    # Torch guards the length, so each call would need code of its own.
    assert change(tmp_path, body) == (
        "call `keep` outside of the compiled function: it changes the length of "
        "`self.rows`, and torch compiles code for one length only"
    )


@pytest.mark.parametrize("body", ["rows = []; rows.append(row)", "print(self.rows)"])
def test_other_functions_may_be_compiled(tmp_path, body):
    assert change(tmp_path, body).startswith("remove `@torch.compiler.disable` at ")
