"""Propose edits for an error that compiled code raises when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before
from depyf.curing.proposal import setting, with_torch
from depyf.model.findings.program_text import function_at
from depyf.torch_text.names import settings_in

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.run_errors import RunError


def of_run_error(error: RunError, files: ProgramFiles) -> Iterator[Proposal]:
    """Yield the settings that torch names, and what leaves a wrong operator out."""
    finding = f"{error.name} ends with an error"
    for statement in settings_in([error.raised.text]):
        yield setting(files, finding, statement)
    yield from _kept_out(error, files, finding)


def _kept_out(error: RunError, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that excludes the function around the operator's call."""
    line = error.called_at if error.operator else None
    own = line is not None and files.is_own(line.file)
    function = function_at(files.tree(line.file), line.line) if line and own else None
    if line is not None and function is not None:
        edit = before(files, line.file, function, "@torch.compiler.disable")
        what = f"keep `{function.name}` out of compiled code"
        yield with_torch(files, finding, what, [edit])
