"""Let torch skip the guards on a value that does not change the compiled code.

This is only tried if all entries of the function are equal, and it is never sure: a
value that did not occur may need other code.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.compile_calls import calls_for
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.compile_sites import with_argument
from depyf.model.findings.equal_entries import are_equal
from depyf.model.findings.syntax_parts import constant

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.compile_calls import CompileCall
    from depyf.curing.program_files import Edit
    from depyf.curing.proposal import Proposal

_OPTION = "guard_filter_fn"


def unchecked_values(case: Case) -> Iterator[Proposal]:
    """Yield the option of `torch.compile` that skips guards on a value."""
    if not are_equal(case.group):
        return
    groups = (case.group, *case.group.others)
    names = sorted({one.source for one in groups if are_equal(one)})
    calls, _ = calls_for(case.files, case.known, case.group.frame.co_name)
    for one in calls:
        edit = _edit(case, one, names)
        if edit is not None:
            values = ", ".join(f"`{name}`" for name in names)
            what = f"do not check {values}, which changes nothing in the graph so far"
            yield with_torch(case.files, case.finding, what, [edit])


def _edit(case: Case, one: CompileCall, names: Sequence[str]) -> Edit | None:
    """Return the edit that adds the option; None if the call leaves no room for it."""
    lines, node = case.files.lines(one.file), one.node
    option = f'"{_OPTION}": {_filter(names)}'
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
    for key, value in zip(options.keys, options.values):
        if constant(key) == _OPTION:
            return _extended(case, one.file, value, names)
    text = f"{{{option}, {source_of(lines, options)[1:]}"
    return replaced(case.files, one.file, options, text)


def _filter(names: Sequence[str]) -> str:
    """Return a filter that skips the guards with these names."""
    skipped = "{" + ", ".join(map(repr, names)) + "}"
    return f"lambda guards: [one.name not in {skipped} for one in guards]"


def _extended(
    case: Case, file: str, given: ast.expr, names: Sequence[str]
) -> Edit | None:
    """Return the edit of a filter of an earlier edit; None for a filter of the user."""
    sets = [node for node in ast.walk(given) if isinstance(node, ast.Set)]
    known = [str(constant(one)) for each in sets for one in each.elts]
    if source_of(case.files.lines(file), given) != _filter(known):
        return None
    return replaced(case.files, file, given, _filter(sorted({*known, *names})))
