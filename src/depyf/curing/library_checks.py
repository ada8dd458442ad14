"""Ask a library for no checks, if its check of values breaks the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal, setting
from depyf.curing.syntax import replaced
from depyf.model.findings.library_checks import (
    NO_CHECKS,
    checks_distribution,
    library_check,
)

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def unchecked(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that passes False for the check, or makes that the default."""
    found = library_check(one)
    if found is not None and files.is_own(found.line.file):
        edit = replaced(files, found.line.file, found.value, "False")
        what = f"`{found.switched_off}`: no check by the library"
        yield Proposal(finding, what, (edit,))
    elif checks_distribution(one):
        yield setting(files, finding, NO_CHECKS)
