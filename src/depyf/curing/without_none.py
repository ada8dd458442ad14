"""Pass a value in each call, where the program replaces it by None in some calls.

A mask that masks nothing is often replaced by None, which needs an entry of its own.
With the mask, the result is the same.
"""

from __future__ import annotations

import ast
from itertools import islice
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import block_of
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.origins import origin
from depyf.model.findings.program_index import (
    FUNCTIONS,
    extent,
    last_line,
    own_nodes,
)
from depyf.model.findings.syntax_parts import names_called
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.program_index import Function

_KINDS = {GuardKind.NONE, GuardKind.TYPE}
_MOST = 3


def without_none(case: Case) -> Iterator[Proposal]:
    """Yield the edits that keep the value where the program replaces it by None."""
    if case.kind not in _KINDS or not _is_none_met(case):
        return
    found = (
        Proposal(case.finding, f"keep `{kept}`, which is None in some calls", (edit,))
        for file, function in _functions(case)
        for kept, edit in _kept(case.files, file, function)
    )
    yield from islice(found, _MOST)


def _is_none_met(case: Case) -> bool:
    group = case.group
    told = (group.first_value, *(one.actual for one in group.causes))
    return case.kind is GuardKind.NONE or any("None" in one for one in told)


def _functions(case: Case) -> Iterator[tuple[str, Function]]:
    """Yield functions with lines that made the value, and functions called there."""
    lines = [one for one in origin(case.group).lines if case.files.is_own(one.file)]
    called = {name for line in lines for name in names_called(line.text)}
    for file in case.known:
        at = [line.line for line in lines if line.file == file]
        for node in ast.walk(case.files.tree(file)):
            if isinstance(node, FUNCTIONS):
                first, last = extent(node)
                if node.name in called or any(first <= one <= last for one in at):
                    yield file, node


def _kept(
    files: ProgramFiles, file: str, function: Function
) -> Iterator[tuple[str, Edit]]:
    """Yield each value that a function replaces by None, and the edit that keeps it."""
    lines, nodes = files.lines(file), [*own_nodes(function)]
    returns = [one for one in nodes if isinstance(one, ast.Return)]
    values = {
        source_of(lines, one.value)
        for one in returns
        if isinstance(one.value, (ast.Name, ast.Attribute))
    }
    if len(values) == 1:
        [value] = values
        for one in returns:
            if one.value is not None and _is_none(one.value):
                yield value, replaced(files, file, one.value, value)
    for node in nodes:
        if isinstance(node, ast.IfExp) and _is_none(node.body) != _is_none(node.orelse):
            other = node.orelse if _is_none(node.body) else node.body
            value = source_of(lines, other)
            yield value, replaced(files, file, node, value)
        elif isinstance(node, ast.If) and _sets_none(node):
            is_alone = len(block_of(files.tree(file), node)) == 1
            kept = source_of(lines, node.body[0]).partition(" = ")[0]
            indent = " " * node.col_offset
            new = (f"{indent}pass",) if is_alone else ()
            yield kept, Edit(file, node.lineno, last_line(node), new)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _sets_none(node: ast.If) -> bool:
    """Return whether a branch does nothing but set a variable to None."""
    [statement] = node.body[:1]
    return (
        len(node.body) == 1
        and not node.orelse
        and isinstance(statement, ast.Assign)
        and _is_none(statement.value)
    )
