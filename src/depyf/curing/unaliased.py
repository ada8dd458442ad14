"""Clone an argument, if some calls pass one tensor for two arguments."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.causes import root_name
from depyf.torch_text.path_names import readable
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.proposal import Proposal

_MOST_CALLS = 2


def unaliased(case: Case) -> Iterator[Proposal]:
    """Yield the edits that clone an argument that may be the same as another one.

    In ``step(x, x if last is None else last)``, only the second `x` is cloned.
    """
    expected = case.group.first.expected
    if case.kind is not GuardKind.ALIAS or not expected or "[" in case.group.source:
        return
    others = case.arguments(root_name(readable(expected)))
    for (file, node), (_, other) in list(zip(case.arguments(), others))[:_MOST_CALLS]:
        lines = case.files.lines(file)
        for kept, changed in ((node, other), (other, node)):
            text = source_of(lines, kept)
            same = [one for one in _may_be(changed) if source_of(lines, one) == text]
            for one in same:
                edit = replaced(case.files, file, one, f"{text}.clone()")
                what = f"clone `{text}` where it is passed for two arguments"
                yield with_torch(case.files, case.finding, what, [edit])
            if same:
                break


def _may_be(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the variables that may be the value of an expression."""
    if isinstance(node, ast.IfExp):
        yield from _may_be(node.body)
        yield from _may_be(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for one in node.values:
            yield from _may_be(one)
    elif isinstance(node, (ast.Name, ast.Attribute)):
        yield node
