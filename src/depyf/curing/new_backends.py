"""Create a backend once, before the loop that compiles with it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import (
    all_parameters,
    before,
    free_name,
    instead,
    names_in,
    stored_names,
)
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of, statement_at
from depyf.model.findings.new_backends import new_backend
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case


def backend_before(case: Case) -> Iterator[Proposal]:
    """Yield the edit that creates the backend before the loop."""
    found = new_backend(case.group) if case.kind is GuardKind.BACKEND else None
    if found is None or not case.files.is_own(found.file.file):
        return
    file = found.file.file
    if found.loop is None:
        yield from _compiled_once(case, file, found.line.line)
        return
    name = free_name(case.files.tree(file), "backend")
    edits = (
        before(case.files, file, found.loop, f"{name} = {found.text}"),
        replaced(case.files, file, found.node, name),
    )
    yield Proposal(case.finding, "create the backend once, before the loop", edits)


def _compiled_once(case: Case, file: str, line: int) -> Iterator[Proposal]:
    """Yield the edit that compiles only if the method's object has no result yet."""
    tree, lines = case.files.tree(file), case.files.lines(file)
    statement, method = statement_at(tree, line), function_at(tree, line)
    if not isinstance(statement, ast.Assign) or method is None:
        return
    target, names = statement.targets[0], {one.id for one in names_in([statement])}
    if not isinstance(target, ast.Attribute) or last_name(target.value) != "self":
        return
    # What varies from call to call may belong to the compiled function.
    varies = (stored_names([method]) | all_parameters(method.args)) - {"self"}
    if method.name != "__init__" and not names & varies:
        test = f'if getattr(self, "{target.attr}", None) is None:'
        new = source_of(lines, statement).split("\n")
        edit = instead(case.files, file, statement, test, *(f"    {it}" for it in new))
        what = f"compile only if `self.{target.attr}` is not set"
        yield Proposal(case.finding, what, (edit,))
