"""Keep copies of a model's parameters, instead of the parameters themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.held_parameters import holders

if TYPE_CHECKING:
    from depyf.curing.case import Case

_NAMED = "{{name: one.detach().clone() for name, one in {}}}"
_PLAIN = "[one.detach().clone() for one in {}]"


def held_copies(case: Case) -> Iterator[Proposal]:
    """Yield the edits that copy parameters where the program keeps them."""
    for held in holders(case.group):
        file, files = held.file.file, case.files
        if not files.is_own(file) or files.text(file) != held.file.text:
            continue
        tensors = source_of(files.lines(file), held.tensors)
        items = f"{tensors}.items()" if held.node is held.tensors else tensors
        new = (_NAMED if held.is_named else _PLAIN).format(items)
        edit = replaced(files, file, held.node, new)
        yield Proposal(case.finding, f"keep copies of `{tensors}`", (edit,))
