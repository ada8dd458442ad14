"""Let the caller pass the item that an attribute of the called module selects.

`block(x, states)` needs an entry for each `block.index` if it reads
`states[self.index]`.  With `block(x, states[block.index])`, one entry fits all blocks.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.curing.passed_choice import passed_instead
from depyf.curing.proposal import Proposal, names_kept
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.followed_values import readers
from depyf.model.findings.program_index import Function, parameters_of
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import index_of_item
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case

_KINDS = {GuardKind.NUMBER, GuardKind.TEXT}
_SELF = "self."


class _Selected(NamedTuple):
    """``states[self.index]``: its file, the parameter, and the expressions."""

    file: str
    parameter: str
    nodes: tuple[ast.Subscript, ...]


def passed_item(case: Case) -> Iterator[Proposal]:
    """Yield the edit by which the caller passes what an attribute selects."""
    source, frame = case.group.source, case.group.frame
    if case.kind not in _KINDS or not source.startswith(_SELF):
        return
    if not case.files.is_own(frame.file):
        return
    root = function_at(case.files.tree(frame.file), frame.first_line)
    found = _selected(case, root) if root is not None else None
    if root is None or found is None:
        return
    path = source[len(_SELF) :]
    chosen = passed_instead(
        case,
        root,
        found.parameter,
        lambda container, base: f"{container}[{base}.{path}]",
    )
    calls = dict(chosen)
    if calls:
        lines = case.files.lines(found.file)
        inner = [
            replaced(case.files, found.file, one, source_of(lines, one.value))
            for one in found.nodes
        ]
        outer = [replaced(case.files, *place, item) for place, item in calls.items()]
        what = f"pass `{next(iter(calls.values()))}` instead of its container"
        what += names_kept([found.parameter])
        yield Proposal(case.finding, what, (*outer, *inner))


def _selected(case: Case, root: Function) -> _Selected | None:
    """Return what the attribute selects from a parameter that has no other use."""
    frame, attribute = case.group.frame, case.group.attribute
    for name in parameters_of(root)[1:]:
        found = readers(case.group.run, frame.file, root.lineno, name)
        if not found or not case.files.is_own(found[-1].file):
            continue
        if any(len(one.reads) != 1 for one in found[:-1]):
            continue
        file, line, reads = found[-1]
        inner = function_at(case.files.tree(file), line)
        nodes = [
            node
            for node in (ast.walk(inner) if inner is not None else ())
            if isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and dotted(index_of_item(node)) == f"{_SELF}{attribute}"
        ]
        names = {node.value.id for node in nodes if isinstance(node.value, ast.Name)}
        if len(names) == 1 and len(nodes) == len(reads):
            return _Selected(file, name, tuple(nodes))
    return None
