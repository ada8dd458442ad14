"""Multiply by a varying number where torch takes it as a constant argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.origin_edits import TENSOR
from depyf.curing.program_files import Edit, are_apart
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.settings_of import assigned
from depyf.model.findings.scaled_terms import scaling

if TYPE_CHECKING:
    from depyf.curing.case import Case


def scaled_terms(case: Case) -> Iterator[Proposal]:
    """Yield the edit of all lines of a function that scale by the number."""
    found = scaling(case.group)
    if found is not None and case.files.is_own(found.file):
        edits = tuple(Edit(found.file, at, at, (text,)) for at, text in found.lines)
        what = "multiply by the number, which keeps it a symbol"
        yield Proposal(case.finding, what, edits)
        name = case.group.attribute
        made = [
            edit
            for file in case.known
            for edit in assigned(case.files, file, name, TENSOR)
        ]
        if made and case.is_attribute and are_apart([*edits, *made]):
            what = f"make `{name}` a tensor, and multiply by it"
            yield with_torch(case.files, case.finding, what, [*edits, *made])
