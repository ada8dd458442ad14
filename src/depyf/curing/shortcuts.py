"""Leave out a shortcut for one size in compiled code, if the code after it is general.

``if n == self.table.shape[0]: return self.table`` makes the size `n` a constant, while
the lines after it compute the result for each size.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterable, Iterator

from depyf.curing.blocks import block_of
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import operand_of, replaced, source_of, statement_at
from depyf.model.detail_events import ShapeGuard
from depyf.model.findings.wrappers import IS_COMPILING
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation

_KINDS = {GuardKind.SIZE, GuardKind.CONDITION, GuardKind.NUMBER}


def shortcuts(case: Case) -> Iterator[Proposal]:
    """Yield the edit of a shortcut that a group of recompiles depends on."""
    group = case.group
    if case.kind in _KINDS:
        lines = [group.first.user_line, *_constant_at(group.compilations)]
        yield from _left_out(case.files, lines, case.finding)


def shortcuts_of(
    compilation: Compilation, files: ProgramFiles, finding: str
) -> Iterator[Proposal]:
    """Yield the edit of a shortcut that made a size of an entry a constant."""
    yield from _left_out(files, _constant_at([compilation]), finding)


def _constant_at(compilations: Iterable[Compilation]) -> Iterator[SourceLine | None]:
    for one in compilations:
        for guard in one.facts.all(ShapeGuard):
            yield guard.user_line


def _left_out(
    files: ProgramFiles, lines: Iterable[SourceLine | None], finding: str
) -> Iterator[Proposal]:
    for line in dict.fromkeys(lines):
        if line is None or not files.is_own(line.file):
            continue
        tree = files.tree(line.file)
        test = _test(tree, line.line)
        if test is None:
            continue
        lines_of_file = files.lines(line.file)
        source = source_of(lines_of_file, test)
        new = f"not {IS_COMPILING} and {operand_of(lines_of_file, test)}"
        edit = replaced(files, line.file, test, new)
        what = f"compiled code does not test `{source}`"
        yield with_torch(files, finding, what, [edit])


def _test(tree: ast.Module, line: int) -> ast.expr | None:
    """Return the test of an ``if`` that only returns early, with code behind it."""
    statement = statement_at(tree, line)
    if not isinstance(statement, ast.If) or statement.orelse:
        return None
    is_return = isinstance(statement.body[-1], ast.Return)
    is_last = block_of(tree, statement)[-1:] == [statement]
    return statement.test if is_return and not is_last else None
