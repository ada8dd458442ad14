"""Choose by a mask what is stored, instead of computing only the chosen items.

The size of ``x[mask]`` depends on the data, so the graph breaks there.  `torch.where`
computes all items.  The result is the same if each item depends only on those at its
own place.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead, stored_names
from depyf.curing.proposal import with_torch
from depyf.model.findings.masked_stores import masked_store
from depyf.model.findings.program_text import function_at

if TYPE_CHECKING:
    from depyf.curing.proposal import Proposal
    from depyf.curing.spot import Spot

# A mask of rows needs the further dimensions of what it selects.
_OF_ROWS = "({0}).reshape(({0}).shape + (1,) * ({1}.dim() - ({0}).dim()))"


def stored_by_mask(spot: Spot) -> Iterator[Proposal]:
    """Yield the edits that store with `torch.where` what a mask selects."""
    node = spot.statement
    found = masked_store(spot.source(node)) if isinstance(node, ast.Assign) else None
    if found is None or node is None:
        return
    stored = found.tensor if _is_own(spot, found.tensor) else f"{found.tensor}[...]"
    what = f"choose the items of `{found.tensor}` with `torch.where`"
    of_rows = _OF_ROWS.format(found.mask, found.tensor)
    for kind, test in (("", found.mask), (" (rows)", of_rows)):
        new = f"{stored} = torch.where({test}, {found.value}, {found.tensor})"
        edit = instead(spot.files, spot.line.file, node, new)
        yield with_torch(spot.files, spot.finding, what + kind, [edit])


def _is_own(spot: Spot, name: str) -> bool:
    """Return whether the function itself makes a tensor, so it may replace it."""
    function = function_at(spot.files.tree(spot.line.file), spot.line.line)
    return function is not None and name in stored_names([function])
