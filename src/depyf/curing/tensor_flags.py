"""Make a flag of many objects a tensor, and compute both sides of its branch."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced
from depyf.model.findings import branch_edits
from depyf.model.findings.flags_of_each import FLAG_OF_EACH
from depyf.model.findings.program_index import Kind, last_line
from depyf.model.findings.program_text import index_of, program_files
from depyf.model.findings.syntax_parts import constant

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit
    from depyf.curing.proposal import Proposal


def tensor_flag(case: Case) -> Iterator[Proposal]:
    """Yield the edit of all lines that set the flag, and of the branches on it."""
    group = case.group
    if not FLAG_OF_EACH.applies(group):
        return
    branches = [edit for file in case.known for edit in _branches(case, file)]
    stores = [*_stores(case)]
    if branches and stores and None not in branches:
        edits = [*stores, *(one for one in branches if one is not None)]
        what = f"keep `{group.attribute}` a tensor, and choose with `torch.where`"
        yield with_torch(case.files, case.finding, what, edits)


def _stores(case: Case) -> Iterator[Edit]:
    """Yield the edits of the literal values that the program gives the flag."""
    for file in program_files(case.group.run):
        for one in index_of(file).at(Kind.ATTRIBUTE, case.group.attribute):
            value = constant(one.value)
            if isinstance(value, bool) and one.value and case.files.is_own(file.file):
                new = f"torch.tensor({value})"
                yield replaced(case.files, file.file, one.value, new)


def _branches(case: Case, file: str) -> Iterator[Edit | None]:
    """Yield the edits of the branches on the flag; None for one that must stay."""
    text, tree = "\n".join(case.files.lines(file)), case.files.tree(file)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _tests(node.test, case.group.attribute):
            behind, end = branch_edits.return_behind(tree, node), last_line(node)
            new = branch_edits.without_branch(node, text, 1)
            if not new and behind is not None:
                new, end = (
                    branch_edits.without_returns(node, behind, text, 1),
                    last_line(behind),
                )
            is_whole = new and not new.endswith(":")
            yield instead(case.files, file, node, new, last=end) if is_whole else None


def _tests(test: ast.expr, attribute: str) -> bool:
    return any(getattr(one, "attr", "") == attribute for one in ast.walk(test))
