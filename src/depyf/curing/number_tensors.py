"""Keep a number, where the program computes it as a tensor for compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced
from depyf.model.findings.number_tensors import number_tensor

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def read_at_once(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that calls `item()` where the program computes the tensor."""
    found = number_tensor(one)
    if found is not None and files.is_own(found.line.file):
        edit = replaced(files, found.line.file, found.node, found.number)
        what = f"`{found.number}` instead of a tensor"
        yield Proposal(finding, what, (edit,))
