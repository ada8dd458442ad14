"""Use `torch.no_grad` where a backend fails at tensors of inference mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.program_files import are_apart
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced
from depyf.model.findings.inference_tensors import NO_GRAD, inference_calls

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.failures import Failure


def without_inference_mode(
    failure: Failure, files: ProgramFiles, finding: str
) -> Iterator[Proposal]:
    """Yield the edit of all calls in the functions that the backend compiles."""
    calls = [one for one in inference_calls(failure) if files.is_own(one.line.file)]
    edits = [replaced(files, one.line.file, one.node.func, NO_GRAD) for one in calls]
    if edits and are_apart(edits):
        what = f"`{NO_GRAD}()` instead of `torch.inference_mode()`"
        yield with_torch(files, finding, what, edits)
