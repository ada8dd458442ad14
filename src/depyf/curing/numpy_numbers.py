"""Convert a numpy number, where the program creates it, to a number of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced
from depyf.model.findings.numpy_numbers import numpy_number

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def plain_number(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that calls `item()` on the number."""
    found = numpy_number(one)
    if found is not None and files.is_own(found.line.file):
        new = f"{found.call}.item()"
        edit = replaced(files, found.line.file, found.node, new)
        yield Proposal(finding, f"`{new}` instead of a numpy number", (edit,))
