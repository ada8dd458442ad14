"""Make a value in `__init__` that a method makes at its first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import behind
from depyf.curing.proposal import Proposal
from depyf.model.findings.lazy_attributes import lazily_made
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case

_KINDS = {GuardKind.NONE, GuardKind.TYPE}


def made_at_init(case: Case) -> Iterator[Proposal]:
    """Yield the edit that makes the value, so that it is never None in a call."""
    found = lazily_made(case.group) if case.kind in _KINDS else None
    if found is not None and case.files.is_own(found.file):
        end = found.init.body[-1]
        edit = behind(case.files, found.file, end, found.call)
        yield Proposal(case.finding, f"`{found.call}` {found.place}", (edit,))
