"""Keep one tensor in a list that grows, if the program only concatenates the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.proposal import Proposal
from depyf.model.findings.joined_lists import joined_lists

if TYPE_CHECKING:
    from depyf.curing.case import Case


def joined_list(case: Case) -> Iterator[Proposal]:
    """Yield the edit of all statements that append to such lists in one function."""
    found = [
        one for one in joined_lists(case.group) if case.files.is_own(one.line.file)
    ]
    edits = [instead(case.files, one.line.file, one.node, one.new) for one in found]
    if edits:
        what = "keep one tensor in a list of tensors that the program concatenates"
        yield Proposal(case.finding, what, tuple(edits))
