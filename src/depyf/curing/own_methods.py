"""Bind a function as a method instead of keeping a partial of it and its object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import replaced
from depyf.model.findings.own_methods import partial_method

if TYPE_CHECKING:
    from depyf.curing.case import Case


def bound_method(case: Case) -> Iterator[Proposal]:
    """Yield the edit that makes a partial a bound method."""
    found = partial_method(case.group)
    if found is not None and case.files.is_own(found.line.file):
        edit = replaced(case.files, found.line.file, found.call, found.new)
        what = f"`{found.new}` instead of the partial"
        yield with_torch(case.files, case.finding, what, [edit], ("types",))
