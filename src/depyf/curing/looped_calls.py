"""Compile all calls of a loop as one function, such as one call for each parameter."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before, behind, free_name, instead, is_alone
from depyf.curing.compile_calls import calls_for, keywords_of
from depyf.curing.program_files import Edit
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import line_after_imports, source_of
from depyf.model.findings.looped_calls import looped

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.looped_calls import Looped

_FUNCTION = '''

@torch.compile({options})
def {name}(function, calls):
    """Call a function with each tuple of arguments."""
    return [function(*one) for one in calls]
'''


def looped_calls(case: Case) -> Iterator[Proposal]:
    """Yield the edit that compiles all calls of the loop around the user's call."""
    found = looped(case.group)
    if found is None or not case.files.is_own(found.line.file):
        return
    compiled, is_named = calls_for(case.files, case.known, case.group.frame.co_name)
    is_one = len(compiled) == 1 and is_named
    if is_one and is_alone(case.files, found.line.file, [found.statement]):
        if _can_be_written(compiled[0].node, found.call):
            lines = case.files.lines(compiled[0].file)
            yield _proposal(case, found, keywords_of(lines, compiled[0].node))


def _can_be_written(compiled: ast.expr, call: ast.Call) -> bool:
    """Return whether a tuple can hold the arguments, and options are literals."""
    given = compiled.keywords if isinstance(compiled, ast.Call) else []
    literal = all(one.arg and isinstance(one.value, ast.Constant) for one in given)
    return literal and not call.keywords and bool(call.args)


def _proposal(case: Case, found: Looped, options: str) -> Proposal:
    files, file = case.files, found.line.file
    lines, tree = files.lines(file), files.tree(file)
    calls, name = free_name(tree, "calls"), free_name(tree, "call_each")
    arguments = ", ".join(source_of(lines, one) for one in found.call.args)
    arguments += "," if len(found.call.args) == 1 else ""
    whole = f"{name}({found.function}, {calls})"
    whole = f"{found.results}.extend({whole})" if found.results else whole
    after = line_after_imports(tree)
    made = _FUNCTION.format(options=options, name=name).rstrip("\n").split("\n")
    edits = [
        Edit(file, after, after - 1, tuple(made)),
        before(files, file, found.loop, f"{calls} = []"),
        instead(files, file, found.statement, f"{calls}.append(({arguments}))"),
        behind(files, file, found.loop, whole),
    ]
    what = f"compile all calls of `{found.function}` in the loop as one function"
    return with_torch(files, case.finding, what, edits)
