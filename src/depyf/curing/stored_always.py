"""Store an item in a container also where a condition skips it.

A container that holds an item in some calls only needs an entry for each case.  The
output shows whether the item means nothing where the condition is false.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import is_alone, shifted
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import source_of, statement_at
from depyf.model.findings.program_index import last_line
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case

_KINDS = {GuardKind.DICT_KEYS, GuardKind.LENGTH, GuardKind.KEY}


def stored_always(case: Case) -> Iterator[Proposal]:
    """Yield the edit of each `if` that only stores an item of the container."""
    if case.kind not in _KINDS:
        return
    for line in case.group.origin:
        if not case.files.is_own(line.file):
            continue
        tree = case.files.tree(line.file)
        stored = statement_at(tree, line.line)
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and _only_stores(node, stored):
                parts = ([node], node.body)
                if not all(is_alone(case.files, line.file, one) for one in parts):
                    continue
                lines = shifted(case.files, line.file, node.body, -1)
                edit = Edit(line.file, node.lineno, last_line(node), lines)
                test = source_of(case.files.lines(line.file), node.test)
                what = f"run `{lines[-1].strip()}` always, not only `if {test}`"
                yield Proposal(case.finding, what, (edit,))


def _only_stores(node: ast.If, stored: ast.stmt | None) -> bool:
    """Return whether an `if` only makes an item and stores it, or else removes it."""
    *made, last = node.body
    are_local = all(
        isinstance(one, ast.Assign)
        and all(isinstance(target, ast.Name) for target in one.targets)
        for one in made
    )
    return last is stored and are_local and all(map(_removes, node.orelse))


def _removes(node: ast.stmt) -> bool:
    """Return whether a statement removes an item from a container."""
    if isinstance(node, ast.Delete):
        return all(isinstance(one, ast.Subscript) for one in node.targets)
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and last_name(call.func) == "pop"
