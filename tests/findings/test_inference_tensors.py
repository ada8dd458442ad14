"""A backend fails at inference mode inside of compiled code (529)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.inference_tensors import without_inference_mode
from depyf.curing.program_files import ProgramFiles
from depyf.model.detail_events import ProgramFile
from depyf.model.events import Metrics
from depyf.model.facts import facts_of
from depyf.model.findings.failures import Failure
from depyf.model.findings.inference_tensors import INFERENCE_MODE
from depyf.torch_text.names import CompileId

PROGRAM = """import torch

{decorator}
def patches(clip):
    grid = clip.view(2, 8)
    return grid

def forward(clip):
    return patches(clip)

@torch.inference_mode()
def run(clip):
    return forward(clip)
"""
INFERENCE = "@torch.inference_mode()"
RAISED = "RuntimeError: Cannot set version_counter for inference tensor"
REASON = """backend='aot_eager' raised:
{raised}

While executing %grid : [num_users=1] = call_method[target=view](args = (%l_clip_,))
Original traceback:
  File "{file}", line 9, in forward
    return patches(clip)
  File "{file}", line 5, in patches
    grid = clip.view(2, 8)

Use tlparse to see full graph.
"""


def failure(path, decorator=INFERENCE, raised=RAISED):
    text = PROGRAM.format(decorator=decorator)
    path.write_text(text)
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, str(path), text)]))
    reason = REASON.format(file=path, raised=raised)
    metrics = Metrics(CompileId(0, 0), fail_type="Failed", fail_reason=reason)
    return Failure(run, (), SimpleNamespace(), metrics)


def test_the_line_that_fails_is_that_of_the_node(tmp_path):
    one = failure(tmp_path / "main.py")
    assert [line.line for line in one.stack] == [9, 5]
    assert one.reason == RAISED


def test_inference_mode_of_the_compiled_function_is_replaced(tmp_path):
    """Not that of the function around the call, which is not compiled."""
    path = tmp_path / "main.py"
    one = failure(path)
    assert INFERENCE_MODE.cure(one).note.endswith("at main.py:3")
    assert INFERENCE_MODE.where(one).line == 3
    files = ProgramFiles(str(tmp_path), str(path), {})
    [proposal] = without_inference_mode(one, files, "finding")
    text = files.edited(proposal.edits).text(str(path))
    assert text == PROGRAM.format(decorator="@torch.no_grad()")


@pytest.mark.parametrize(
    "other", [{"decorator": "@torch.no_grad()"}, {"raised": "RuntimeError: no memory"}]
)
def test_other_failures_are_not_of_it(tmp_path, other):
    assert not INFERENCE_MODE.when(failure(tmp_path / "main.py", **other))
