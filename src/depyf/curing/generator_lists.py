"""Pass a list of a generator's items to compiled code, which loops over them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced
from depyf.model.findings.passed_generators import passed_generators

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def generator_lists(
    one: Break, files: ProgramFiles, finding: str, known: tuple[str, ...]
) -> Iterator[Proposal]:
    """Yield the edit that passes lists in all calls which are not compiled."""
    found = passed_generators(one, files.joined(known))
    edits = tuple(
        replaced(files, each.file, each.node, f"list({each.text})") for each in found
    )
    if edits:
        named = ", ".join(dict.fromkeys(f"`list({each.text})`" for each in found))
        yield Proposal(finding, f"pass {named} instead of a generator", edits)
