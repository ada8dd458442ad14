"""Give each call an empty list, if compiled code only appends to a list.

The list that the program keeps gets the new items after the call.  So torch meets the
same length each time.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import free_name, instead, is_alone, shifted
from depyf.curing.called_object import called_object
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import indent_of, source_of, statement_at
from depyf.model.events import SourceLine
from depyf.model.findings.causes import root_name
from depyf.model.findings.growth import is_filled_inside
from depyf.model.findings.names import is_compiled
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit

_ADD = {"append", "extend"}
_PLAIN = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
_PATHS = (ast.Name, ast.Attribute, ast.Subscript)


def own_list(case: Case) -> Iterator[Proposal]:
    """Yield the edit by which a call appends to an empty list."""
    group = case.group
    if case.kind is not GuardKind.LENGTH or not is_filled_inside(group):
        return
    if not _only_adds(case):
        return
    for file, call in case.calls():
        statement = statement_at(case.files.tree(file), call.lineno)
        kept = _kept(case, file, call)
        if not kept or not isinstance(statement, _PLAIN):
            continue
        if is_alone(case.files, file, [statement]):
            edit = _around(case, file, statement, kept)
            what = f"the call appends to an empty list, not to `{kept}`"
            yield Proposal(case.finding, what, (edit,))
            return


def _only_adds(case: Case) -> bool:
    """Return whether compiled functions use the list for nothing but to add items."""
    name = case.group.attribute
    for file in case.known:
        tree = case.files.tree(file)
        adds = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and node.attr in _ADD
        }
        for node in ast.walk(tree):
            if not isinstance(node, (ast.Name, ast.Attribute)) or id(node) in adds:
                continue
            if last_name(node) == name and _runs_compiled(case, file, node.lineno):
                return False
    return True


def _runs_compiled(case: Case, file: str, line: int) -> bool:
    """Return whether torch compiled the function around a line, or the line itself."""
    function = function_at(case.files.tree(file), line)
    if function is None or function.name == "__init__":
        return False
    run = case.group.run
    if is_compiled(run, SourceLine(file, line, function.name)):
        return True
    first, last = function.lineno, last_line(function)
    return any(
        one.file == file and first <= one.line <= last
        for effect in case.group.effects
        for one in effect.user_lines
    )


def _kept(case: Case, file: str, call: ast.Call) -> str:
    """Return the list as the program's call can name it; empty if it cannot."""
    source = case.group.source
    root = root_name(source)
    if root == "self":
        owner = called_object(case, call)
        return owner + source[len(root) :] if owner else ""
    for where, node in case.arguments():
        if where == file and isinstance(node, _PATHS):
            return source_of(case.files.lines(file), node) + source[len(root) :]
    return ""


def _around(case: Case, file: str, statement: ast.stmt, kept: str) -> Edit:
    inner = shifted(case.files, file, [statement], 1)
    indent = len(indent_of(case.files.lines(file)[statement.lineno - 1]))
    whole = free_name(case.files.tree(file), "kept")
    return instead(
        case.files,
        file,
        statement,
        f"{whole}, {kept} = {kept}, []",
        "try:",
        *(one[indent:] for one in inner),
        "finally:",
        f"    {whole}.extend({kept})",
        f"    {kept} = {whole}",
    )
