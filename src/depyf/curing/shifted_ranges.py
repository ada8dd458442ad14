"""Pass the position of a decoder as a tensor, where it only begins a range.

``torch.arange(p, p + n)`` needs a number ``p``; ``p + torch.arange(n)`` also accepts a
tensor, of which torch guards no value.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit
    from depyf.curing.proposal import Proposal


def shifted_ranges(case: Case) -> Iterator[Proposal]:
    """Yield the edit of a call and the ranges of the function that it calls."""
    given, frame, name = case.argument(), case.group.frame, case.group.source
    if case.kind is not GuardKind.NUMBER or given is None:
        return
    if not name.isidentifier() or not case.files.is_own(frame.file):
        return
    function = function_at(case.files.tree(frame.file), frame.first_line)
    edits = [*_shifted(case, function, name)] if function is not None else []
    if edits:
        file, passed = given
        source = source_of(case.files.lines(file), passed)
        edits.append(replaced(case.files, file, passed, f"torch.tensor({source})"))
        what = f"pass `{name}` as a tensor, which shifts the range"
        yield with_torch(case.files, case.finding, what, edits)


def _shifted(case: Case, function: ast.AST, name: str) -> Iterator[Edit]:
    """Yield the edits of ``arange(name, name + n)`` in a function."""
    file = case.group.frame.file
    lines = case.files.lines(file)
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and last_name(node.func) == "arange":
            length = _length(node, name)
            if length is not None:
                options = (
                    f"{one.arg}={source_of(lines, one.value)}" for one in node.keywords
                )
                rest = ", ".join([source_of(lines, length), *options])
                shorter = f"{source_of(lines, node.func)}({rest})"
                yield replaced(case.files, file, node, f"({name} + {shorter})")


def _length(call: ast.Call, name: str) -> ast.expr | None:
    """Return `n` of ``arange(name, name + n)``; None for other calls."""
    if len(call.args) != 2 or last_name(call.args[0]) != name:
        return None
    end = call.args[1]
    if not isinstance(end, ast.BinOp) or not isinstance(end.op, ast.Add):
        return None
    parts = (end.left, end.right)
    names = [isinstance(one, ast.Name) and one.id == name for one in parts]
    return parts[names.index(False)] if sum(names) == 1 else None
