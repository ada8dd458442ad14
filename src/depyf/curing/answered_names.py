"""Let a `__getattr__` raise for private names, which torch asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import body_of
from depyf.model.findings.answered_names import answers_of

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.failures import Failure


def unanswered(
    failure: Failure, files: ProgramFiles, finding: str
) -> Iterator[Proposal]:
    """Yield the edit that raises `AttributeError` for private names."""
    found = answers_of(failure.run, failure.metrics.fail_reason)
    if found is not None and files.is_own(found.file.file):
        first = body_of(found.function)[0]
        added = before(files, found.file.file, first, *found.lines)
        what = f"raise for private names in `{found.owner}.__getattr__`"
        yield Proposal(finding, what, (added,))
