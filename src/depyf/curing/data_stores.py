"""Replace a statement that sets `.data` of a tensor that compiled code created."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.proposal import Proposal
from depyf.model.findings.data_stores import DATA_STORE, without_data

if TYPE_CHECKING:
    from depyf.curing.spot import Spot


def detached_values(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that adds the detached difference instead."""
    statement = spot.statement
    if not spot.is_inner or statement is None or not DATA_STORE.applies(spot.one):
        return
    new = without_data(spot.source(statement))
    if new:
        edit = instead(spot.files, spot.line.file, statement, new)
        yield Proposal(spot.finding, f"`{new}`, which sets no `.data`", (edit,))
