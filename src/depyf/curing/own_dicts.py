"""Let a compiled function add keys to a copy of the dict that it receives.

The caller's dict then has the same keys in the next call.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import body_of
from depyf.model.findings.program_index import parameters_of
from depyf.model.findings.program_text import function_at
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.model.findings.program_index import Function

_KINDS = {GuardKind.LENGTH, GuardKind.KEY, GuardKind.DICT_KEYS}


def own_dict(case: Case) -> Iterator[Proposal]:
    """Yield the edit of each function that adds keys to a dict argument."""
    if case.kind not in _KINDS:
        return
    lines = [case.group.needed_by, *case.group.origin]
    seen: set[tuple[str, int]] = set()
    for line in lines:
        if line is None or not case.files.is_own(line.file):
            continue
        function = function_at(case.files.tree(line.file), line.line)
        if function is None or (line.file, function.lineno) in seen:
            continue
        seen.add((line.file, function.lineno))
        for name in _filled(function):
            first = body_of(function)[0]
            edit = before(case.files, line.file, first, f"{name} = {{**{name}}}")
            what = f"`{function.name}` adds its keys to a copy of `{name}`"
            yield Proposal(case.finding, what, (edit,))


def _filled(function: Function) -> list[str]:
    """Return the parameters of a function in which the function stores items by key.

    An index with a slice is one of a tensor.
    """
    parameters = set(parameters_of(function))
    found = [
        node.value.id
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id in parameters
        and not any(isinstance(part, ast.Slice) for part in ast.walk(node.slice))
    ]
    return list(dict.fromkeys(found))
