"""Clear gradients to zeros instead of None, where a compiled step meets them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.program_files import are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.cleared_gradients import clears

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit


def zeroed_gradients(case: Case) -> Iterator[Proposal]:
    """Yield the edit that keeps a gradient of zero for each parameter."""
    edits = [
        _edit(case, file.file, node)
        for file, node in clears(case.group)
        if case.files.is_own(file.file)
    ]
    if edits and are_apart(edits):
        yield Proposal(case.finding, "clear gradients to zeros", tuple(edits))


def _edit(case: Case, file: str, node: ast.stmt | ast.Call) -> Edit:
    lines = case.files.lines(file)
    if isinstance(node, ast.Call):
        new = f"{source_of(lines, node.func)}(set_to_none=False)"
        return replaced(case.files, file, node, new)
    target = node.targets[0] if isinstance(node, ast.Assign) else node
    name = source_of(lines, target)
    cleared = (f"if {name} is not None:", f"    {name}.zero_()")
    return instead(case.files, file, node, *cleared)
