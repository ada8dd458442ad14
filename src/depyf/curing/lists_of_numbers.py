"""Pass a tensor instead of a list of numbers that compiled code only indexes with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced
from depyf.model.findings.lists_of_numbers import index_list

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.proposal import Proposal


def index_tensor(case: Case) -> Iterator[Proposal]:
    """Yield the edit of the call that passes the list."""
    found = index_list(case.group)
    if found is not None and case.files.is_own(found.file):
        edit = replaced(case.files, found.file, found.node, found.tensor)
        yield with_torch(case.files, case.finding, f"pass `{found.tensor}`", [edit])
