"""Edits of the lines that a watched run showed to make a value.

They reach values that the source alone does not lead to: a variable that a loop sets
anew, a container's item, what a library hands on.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.curing.origin_edits import DETACHED, FLOAT, FORMS
from depyf.curing.program_files import original_text
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.settings_of import Form
from depyf.curing.syntax import replaced, source_of, statement_at
from depyf.model.value_seen import seen_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit
    from depyf.model.events import SourceLine

_MOST = 6  # lines of one proposal
_WITH_GRADIENTS = Form("({}).requires_grad_()", "let {} require gradients")
# What is made of a value, and which of its forms need it.
_OF_KINDS: dict[GuardKind, tuple[tuple[Form, Callable[[str], bool]], ...]] = {
    GuardKind.STRIDE: ((FORMS[GuardKind.STRIDE], lambda _: True),),
    GuardKind.DTYPE: ((FLOAT, lambda form: form != "float32"),),
    # First what keeps all gradients.
    GuardKind.REQUIRES_GRAD: (
        (_WITH_GRADIENTS, lambda form: form.endswith("False")),
        (DETACHED, lambda form: form.endswith("True")),
    ),
}


def of_seen(case: Case) -> Iterator[Proposal]:
    """Yield edits that bring a tensor to one form in the lines that made it."""
    seen = seen_of(case.group.run, case.group.name, case.group.source)
    if seen is None:
        return
    if case.kind is GuardKind.DTYPE and not any(
        one.form == "float32" for one in seen.forms
    ):
        return
    for form, needs_it in _OF_KINDS.get(case.kind, ()):
        if form is DETACHED and not case.is_without_gradients:
            continue  # training would silently go without them
        lines = dict.fromkeys(
            one.lines[0] for one in seen.forms if one.lines and needs_it(one.form)
        )
        edits = [one for line in lines for one in _edit(case, line, form)]
        if 0 < len(edits) <= _MOST and len(edits) == len(lines):
            name = f"`{case.group.source}`"
            what = f"{form.what.format(name)} where it is created"
            yield with_torch(case.files, case.finding, what, edits)


def _edit(case: Case, line: SourceLine, form: Form) -> Iterator[Edit]:
    """Yield the edit of the value that a line makes, if it makes one."""
    files = case.files
    if not files.is_own(line.file) or files.text(line.file) != original_text(line.file):
        return  # an earlier edit may have moved the line
    node = _value(statement_at(files.tree(line.file), line.line))
    if node is None:
        return
    source = source_of(files.lines(line.file), node)
    if form.fits(node, source):
        yield replaced(files, line.file, node, form.of(source, node))


def _value(statement: ast.stmt | None) -> ast.expr | None:
    """Return the one value that a statement sets or returns."""
    if isinstance(statement, ast.Assign):
        is_one = not isinstance(statement.targets[0], (ast.Tuple, ast.List))
        return statement.value if is_one else None
    if isinstance(statement, (ast.AnnAssign, ast.Return)):
        is_one = not isinstance(statement.value, (ast.Tuple, ast.Dict, ast.List))
        return statement.value if is_one else None
    return None
