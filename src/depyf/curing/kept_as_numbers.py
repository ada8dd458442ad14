"""Keep numbers as numbers, where a module keeps them as tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.proposal import Proposal
from depyf.model.findings.number_buffers import number_buffers

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def kept_as_numbers(
    one: Break, files: ProgramFiles, finding: str
) -> Iterator[Proposal]:
    """Yield the edit that keeps the numbers that functions around a break read."""
    found = [each for each in number_buffers(one) if files.is_own(each.line.file)]
    edits = [
        instead(files, each.line.file, each.node, each.as_number) for each in found
    ]
    if edits:
        names = ", ".join(f"`self.{each.name}`" for each in found)
        yield Proposal(finding, f"keep {names} as numbers", tuple(edits))
