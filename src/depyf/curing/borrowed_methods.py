"""Write special methods that a class takes from a C type as Python functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.proposal import Proposal
from depyf.model.findings.borrowed_methods import borrowed_methods, getattr_met

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def own_getattr(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that writes `__getattr__` and its like as functions."""
    found = borrowed_methods(one.run) if getattr_met(one) else []
    edits = tuple(
        instead(files, each.file.file, each.statement, *each.lines)
        for each in found
        if len(each.statement.targets) == 1 and files.is_own(each.file.file)
    )
    if edits:
        names = dict.fromkeys(each.name for each in found)
        yield Proposal(finding, f"write {', '.join(names)} as functions", edits)
