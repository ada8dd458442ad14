"""Give each call an empty list, if compiled code only appends to a list.

The list that the program keeps gets the new items after the call.  So torch meets the
same length each time.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.curing.blocks import free_name, instead, is_alone, shifted
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import indent_of, source_of, statement_at
from depyf.model.events import SourceLine
from depyf.model.findings.causes import Scope, root_name
from depyf.model.findings.growth import is_filled_inside
from depyf.model.findings.names import is_compiled
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit
    from depyf.curing.proposal import Proposal

_ADD = {"append", "extend"}
_PLAIN = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
_PATHS = (ast.Name, ast.Attribute, ast.Subscript)


class _Forms(NamedTuple):
    """The lines before the call, and those after it."""

    before: tuple[str, ...]
    after: tuple[str, ...]


_EXCHANGED = _Forms(
    ("{whole}, {kept} = {kept}, []",), ("{whole}.extend({kept})", "{kept} = {whole}")
)
# Other modules may have imported a global list, so it stays the same object.
_EMPTIED = _Forms(("{whole} = {kept}[:]", "{kept}.clear()"), ("{kept}[:0] = {whole}",))


def own_list(case: Case) -> Iterator[Proposal]:
    """Yield the edit by which a call appends to an empty list."""
    group = case.group
    if case.kind is not GuardKind.LENGTH or not is_filled_inside(group):
        return
    if not _only_adds(case):
        return
    for file, call in case.calls():
        statement = statement_at(case.files.tree(file), call.lineno)
        is_global = group.first.scope is Scope.GLOBAL
        kept, module = (
            _global(case, file) if is_global else (_kept(case, file, call), "")
        )
        if not kept or not isinstance(statement, _PLAIN):
            continue
        if is_alone(case.files, file, [statement]):
            forms = _EMPTIED if is_global else _EXCHANGED
            edit = _around(case, file, statement, kept, forms)
            what = f"the call appends to an empty list, not to `{kept}`"
            modules = (module,) if module else ()
            yield with_torch(case.files, case.finding, what, [edit], modules)
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
        owner = case.object_of(call)
        return owner + source[len(root) :] if owner else ""
    for where, node in case.arguments():
        if where == file and isinstance(node, _PATHS):
            return source_of(case.files.lines(file), node) + source[len(root) :]
    return ""


def _global(case: Case, file: str) -> tuple[str, str]:
    """Return the global list as a line of a file can name it, and a module to import.

    Both are empty if no file of the program assigns the global, or several do.
    """
    name = case.group.attribute
    made = [
        each
        for each in case.known
        for node in case.files.tree(each).body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and name in _targets(node)
    ]
    if len(made) != 1:
        return "", ""
    module = Path(made[0]).stem
    return (name, "") if made[0] == file else (f"{module}.{name}", module)


def _targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [one.id for one in targets if isinstance(one, ast.Name)]


def _around(
    case: Case, file: str, statement: ast.stmt, kept: str, forms: _Forms
) -> Edit:
    inner = shifted(case.files, file, [statement], 1)
    indent = len(indent_of(case.files.lines(file)[statement.lineno - 1]))
    whole = free_name(case.files.tree(file), "kept")
    return instead(
        case.files,
        file,
        statement,
        *(one.format(whole=whole, kept=kept) for one in forms.before),
        "try:",
        *(one[indent:] for one in inner),
        "finally:",
        *("    " + one.format(whole=whole, kept=kept) for one in forms.after),
    )
