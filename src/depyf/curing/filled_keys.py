"""Fill in the keys that a dict lacks in some calls, with zeros.

Each set of keys needs an entry.  Zeros change no result where values are added up, or
where a mask leaves them out.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import has_own_variables, replaced, source_of, statement_at
from depyf.curing.zeros_at_first import zeros_like
from depyf.model.findings.container_keys import key_in
from depyf.model.findings.passed_values import passed_by_call
from depyf.model.findings.user_names import reached
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case

_PATH = (ast.Name, ast.Attribute, ast.Subscript)
_KINDS = {GuardKind.DICT_KEYS, GuardKind.LENGTH, GuardKind.KEY}


def filled_keys(case: Case) -> Iterator[Proposal]:
    """Yield the edit that gives a dict all keys before the program's call."""
    zeros = _zeros(case) if case.kind in _KINDS else {}
    value = reached(case.group.run, case.group.frame, case.group.first)
    found = passed_by_call(case.group, value) if zeros and value is not None else None
    if found is None:
        return
    spot, node, rest = found
    file, line = spot.file.file, spot.line
    if rest or not isinstance(node, _PATH) or not case.files.is_own(file):
        return
    statement = statement_at(case.files.tree(file), line)
    if statement is None or has_own_variables(statement, node):
        return
    name = source_of(case.files.lines(file), node)
    items = ", ".join(f"{_quoted(key)}: {new}" for key, new in zeros.items())
    filled = f"{{{items}, **{name}}}"
    edit = (
        before(case.files, file, statement, f"{name} = {filled}")
        if isinstance(node, ast.Name)
        else replaced(case.files, file, node, filled)
    )
    what = f"give `{name}` all keys, with zeros for missing keys"
    yield with_torch(case.files, case.finding, what, [edit])


def _zeros(case: Case) -> dict[str, str]:
    """Return zeros by key, if entries require one form of tensor for each key."""
    owner = case.group.first.literal
    found: dict[str, set[str]] = {}
    for entry in case.group.frame.entries:
        for guard in entry.guards:
            tensor = guard.asks.tensor
            if tensor is None:
                continue
            key, rest = key_in(tensor.subject, owner)
            if key and not rest:
                found.setdefault(key, set()).add(zeros_like(tensor))
    forms = {key: made.pop() for key, made in found.items() if len(made) == 1}
    is_known = len(forms) == len(found) and all(forms.values())
    return dict(sorted(forms.items())) if is_known else {}


def _quoted(key: str) -> str:
    return f'"{key}"' if key.isprintable() and not set(key) & set('"\\') else repr(key)
