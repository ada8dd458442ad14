"""Select a window of fixed length by a tensor of indices, not by a slice.

A bound of a slice has to be a number, so torch reads it from a tensor there.  The slice
``start : start + n`` selects the same items as the index ``start + torch.arange(n)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import operand_of, replaced_together
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.windows import windows
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.curing.spot import Spot


def window_by_index(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit of the slices with one start in the function around a line."""
    if spot.one.said.kind is not BreakKind.NUMBER:
        return
    tree, line = spot.files.tree(spot.line.file), spot.line.line
    function = function_at(tree, line)
    found = [*windows(function)] if function is not None else []
    starts = {one.key for one in found if getattr(one.node, "lineno", 0) == line}
    lines = spot.files.lines(spot.line.file)
    new = [
        (one.node, f"{operand_of(lines, one.start)} + torch.arange({length})")
        for one in found
        for length in [spot.source(one.length)]
        if one.key in starts and last_line(one.node) == one.node.lineno
    ]
    if new:
        edits = replaced_together(spot.files, spot.line.file, new)
        what = "select the window by a tensor of indices, not by a slice"
        yield with_torch(spot.files, spot.finding, what, edits)
