"""Take a branch for all sizes in compiled code, if it only computes variables.

``if extra: x = pad(x, (size - extra, 0))`` needs an entry for each outcome of its test.
Often the branch changes nothing where the test is false, as a padding by zero does.
Where it would pad by a whole block then, the remainder is taken once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.program_files import are_apart
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import operand_of, replaced, source_of
from depyf.model.findings.rewriting import (
    branch_at,
    only_assigns,
    remainders,
    taken_once_more,
)
from depyf.model.findings.wrappers import IS_COMPILING
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    import ast

    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit
    from depyf.curing.proposal import Proposal

_KINDS = {GuardKind.SIZE, GuardKind.CONDITION, GuardKind.NUMBER}


def taken_branches(case: Case) -> Iterator[Proposal]:
    """Yield the edit that always takes the branch that recompiles depend on."""
    line = case.group.first.user_line
    if case.kind not in _KINDS or line is None or not case.files.is_own(line.file):
        return
    branch = branch_at(case.files.tree(line.file), line.line)
    if branch is None or not only_assigns(branch):
        return
    lines = case.files.lines(line.file)
    source = source_of(lines, branch.test)
    new = f"{IS_COMPILING} or {operand_of(lines, branch.test)}"
    test = replaced(case.files, line.file, branch.test, new)
    edits = [test, *_whole_blocks(case, line.file, branch)]
    if are_apart(edits):
        what = f"compiled code takes the branch of `if {source}` for all sizes"
        yield with_torch(case.files, case.finding, what, edits)


def _whole_blocks(case: Case, file: str, branch: ast.If) -> Iterator[Edit]:
    """Yield the edits that take remainders once more: ``(size - extra) % size``."""
    text = case.files.text(file)
    for node in remainders(branch):
        yield replaced(case.files, file, node, taken_once_more(node, text))
