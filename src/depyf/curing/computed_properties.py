"""Compute properties in each call, instead of keeping their first values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced
from depyf.model.findings.cached_properties import cached_properties

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def computed_properties(
    one: Break, files: ProgramFiles, finding: str, known: tuple[str, ...]
) -> Iterator[Proposal]:
    """Yield the edit of the cached properties that a line reads, and their class's."""
    edits = tuple(
        replaced(files, each.file, each.decorator, "property")
        for each in cached_properties(one, files.joined(known))
    )
    if edits:
        what = "compute in each call what a `cached_property` keeps"
        yield Proposal(finding, what, edits)
