"""Let torch skip the guards on a value that does not change the compiled code.

This is only tried if all entries of the function are equal, and it is never sure: a
value that did not occur may need other code.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.compile_calls import calls_for
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.compile_sites import with_argument
from depyf.model.findings.equal_entries import are_equal

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.compile_calls import CompileCall
    from depyf.curing.program_files import Edit
    from depyf.curing.proposal import Proposal


def unchecked_values(case: Case) -> Iterator[Proposal]:
    """Yield the option of `torch.compile` that skips guards on a value."""
    if not are_equal(case.group):
        return
    groups = (case.group, *case.group.others)
    names = sorted({one.source for one in groups if are_equal(one)})
    skipped = "{" + ", ".join(map(repr, names)) + "}"
    rule = f"lambda guards: [one.name not in {skipped} for one in guards]"
    option = f'"guard_filter_fn": {rule}'
    calls, _ = calls_for(case.files, case.known, case.group.frame.co_name)
    for one in calls:
        edit = _edit(case, one, option)
        if edit is not None:
            values = ", ".join(f"`{name}`" for name in names)
            what = f"do not check {values}, which changes nothing in the graph so far"
            yield with_torch(case.files, case.finding, what, [edit])


def _edit(case: Case, one: CompileCall, option: str) -> Edit | None:
    """Return the edit that adds an option; None if the call leaves no room for it."""
    lines, node = case.files.lines(one.file), one.node
    if not isinstance(node, ast.Call):
        text = f"{source_of(lines, node)}(options={{{option}}})"
        return replaced(case.files, one.file, node, text)
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    if None in given or "mode" in given:
        return None
    options = given.get("options")
    if options is None:
        text = with_argument(source_of(lines, node), f"options={{{option}}}")
        return replaced(case.files, one.file, node, text)
    if not isinstance(options, ast.Dict) or not options.keys:
        return None
    text = f"{{{option}, {source_of(lines, options)[1:]}"
    return replaced(case.files, one.file, options, text)
