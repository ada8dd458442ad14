"""Compile the function that calls a transform, such as `vmap`, around compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.blocks import before
from depyf.curing.compile_calls import options_of
from depyf.curing.inner_parts import is_plain
from depyf.curing.proposal import Proposal, with_torch
from depyf.model.findings.program_text import function_at
from depyf.model.findings.transforms import transformed_at

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def compiled_around(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edit that compiles the function around the transform, too."""
    line, options = transformed_at(one), options_of(files, known)
    if line is None or options is None or not files.is_own(line.file):
        return
    function = function_at(files.tree(line.file), line.line)
    if function is not None and is_plain(function):
        added = before(files, line.file, function, f"@torch.compile{options}")
        what = f"compile `{function.name}`, which calls the transform"
        yield with_torch(files, finding, what, [added])
