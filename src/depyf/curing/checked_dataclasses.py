"""Use a plain dataclass, if a constructor that checks fields breaks a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced
from depyf.model.findings.checked_dataclasses import STANDARD, checked_dataclass

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.breaks import Break


def plain_dataclass(
    one: Break, files: ProgramFiles, finding: str
) -> Iterator[Proposal]:
    """Yield the edit of the class's decorator."""
    found = checked_dataclass(one)
    if found is None or not files.is_own(found.line.file):
        return
    edit = replaced(files, found.line.file, found.decorator, found.new)
    what = f"a plain dataclass `{found.name}`, which checks no fields"
    module = STANDARD.partition(".")[0]
    yield with_torch(files, finding, what, [edit], (module,))
