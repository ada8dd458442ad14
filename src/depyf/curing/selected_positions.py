"""Index with `select` where torch makes a constant of a varying number.

The setting for integer attributes of modules is part of the edit if torch names it:
neither helps without the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal, setting
from depyf.model.findings.number_indexes import indexing
from depyf.model.findings.recompile_cures import INTEGERS_VARY, MODULE_INTEGER
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case


def selected_positions(case: Case) -> Iterator[Proposal]:
    """Yield the edit of all lines of a function that index with a varying number."""
    if case.kind is not GuardKind.NUMBER:
        return
    found = indexing(case.group)
    if found is None or not case.files.is_own(found.file):
        return
    edits = [Edit(found.file, at, at, (text,)) for at, text in found.lines]
    if MODULE_INTEGER in case.group.first.hint:
        edits += setting(case.files, case.finding, INTEGERS_VARY).edits
    what = "index with `select`, which keeps the number a symbol"
    yield Proposal(case.finding, what, tuple(edits))
