"""Keep a tensor instead of a list of numbers that compiled code indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced
from depyf.model.findings.conditions import selects_items
from depyf.model.findings.number_lists import list_index, lists_indexed
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.proposal import Proposal


def listed_tensor(case: Case) -> Iterator[Proposal]:
    """Yield the edit that stores tensors in all places that store the lists."""
    is_index = case.kind is GuardKind.CONDITION and selects_items(case.group)
    if case.kind is not GuardKind.NUMBER and not is_index:
        return
    texts = case.files.joined(case.known)
    stores = lists_indexed(texts, list_index(case.group).key)
    edits = [replaced(case.files, one.file, one.node, one.tensor) for one in stores]
    if edits:
        named = ", ".join(dict.fromkeys(f"`{one.name}`" for one in stores))
        what = f"keep a tensor in {named} instead of a list"
        yield with_torch(case.files, case.finding, what, edits)
