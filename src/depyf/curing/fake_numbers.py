"""Leave `int()` of a size out where torch runs a fake implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced
from depyf.model.findings.fake_numbers import fake_number

if TYPE_CHECKING:
    from depyf.curing.case import Case


def kept_symbols(case: Case) -> Iterator[Proposal]:
    """Yield the edit of the line that made a size or number a constant."""
    found = fake_number(case.group)
    if found is not None and case.files.is_own(found.line.file):
        edit = replaced(case.files, found.line.file, found.call, found.value)
        yield Proposal(case.finding, f"`{found.value}` stays any size", (edit,))
