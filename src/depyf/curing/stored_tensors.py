"""Store a tensor where the program replaces a tensor by a Python number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import statement_at
from depyf.model.findings.attribute_cures import as_made_tensor
from depyf.model.findings.told_places import stored_at
from depyf.torch_text.names import is_number_for_tensor

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.proposal import Proposal


def stored_tensor(case: Case) -> Iterator[Proposal]:
    """Yield the edit of the only line that stores the number."""
    if not is_number_for_tensor(case.group.texts):
        return
    line = stored_at(case.group)
    if line is None or not case.files.is_own(line.file):
        return
    edit = as_made_tensor(line.text)
    statement = statement_at(case.files.tree(line.file), line.line)
    if edit and statement is not None:
        new = instead(case.files, line.file, statement, edit)
        yield with_torch(case.files, case.finding, f"store a tensor: `{edit}`", [new])
