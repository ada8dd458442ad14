"""Keep the keys of a sort Python numbers, instead of tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.sort_keys import sort_keys

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def numbers_as_keys(
    one: Break, files: ProgramFiles, finding: str
) -> Iterator[Proposal]:
    """Yield the edit that makes no tensor of a number that is a key."""
    for key in sort_keys(one):
        file = key.file.file
        if files.is_own(file):
            number = source_of(files.lines(file), key.call.args[0])
            edit = replaced(files, file, key.call, number)
            yield Proposal(finding, f"`{number}` as the key, not a tensor", (edit,))
