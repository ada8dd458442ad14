"""Replace calls that torch cannot compile by calls of torch with the same result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import with_torch
from depyf.model.findings.rewritten_calls import rewritten

if TYPE_CHECKING:
    from depyf.curing.proposal import Proposal
    from depyf.curing.spot import Spot


def rewritten_call(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit of each call on a line that another call can replace."""
    tree = spot.files.tree(spot.line.file)
    for one in rewritten(spot.one, tree, spot.line.line, spot.source):
        what = f"`{one.new}` instead of `{spot.source(one.call)}`"
        edit = spot.replace(one.call, one.new)
        yield with_torch(spot.files, spot.finding, what, [edit])
