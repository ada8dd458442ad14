"""Create a backend once, before the loop that compiles with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before, free_name
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced
from depyf.model.findings.new_backends import new_backend
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case


def backend_before(case: Case) -> Iterator[Proposal]:
    """Yield the edit that creates the backend before the loop."""
    found = new_backend(case.group) if case.kind is GuardKind.BACKEND else None
    if found is None or found.loop is None or not case.files.is_own(found.file.file):
        return
    file = found.file.file
    name = free_name(case.files.tree(file), "backend")
    edits = (
        before(case.files, file, found.loop, f"{name} = {found.text}"),
        replaced(case.files, file, found.node, name),
    )
    yield Proposal(case.finding, "create the backend once, before the loop", edits)
