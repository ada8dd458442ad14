"""Keep the number of dimensions of a tensor that `squeeze()` makes vary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import operand_of, replaced
from depyf.model.findings.squeezed import squeezed

if TYPE_CHECKING:
    from depyf.curing.case import Case


def flattened(case: Case) -> Iterator[Proposal]:
    """Yield the edits that merge the leading dimensions, also where one has size 1.

    All calls have the last dimensions: as many as the fewest that were seen.  The first
    edit keeps one more, and the second as many.
    """
    found = squeezed(case.group)
    if found is None or not case.files.is_own(found.line.file):
        return
    file = found.line.file
    tensor = operand_of(case.files.lines(file), found.tensor)
    for last in (found.ranks[0] + 1, found.ranks[0]):
        call = f".flatten(0, -{last})"
        edit = replaced(case.files, file, found.call, f"{tensor}{call}")
        what = (
            f"`{call}` instead of `squeeze()`, so that the number of dimensions stays"
        )
        yield Proposal(case.finding, what, (edit,))
