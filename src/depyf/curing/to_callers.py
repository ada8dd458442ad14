"""Move the first statement of a compiled function to its callers.

The statement prepares an argument, so callers can do this.  All calls in the program
change alike.  If one call cannot be changed, nothing is proposed.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import bound_by, instead
from depyf.curing.call_arguments import argument, simple_arguments
from depyf.curing.compile_calls import assigned_names
from depyf.curing.program_files import Edit, are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import body_of, replaced, source_of
from depyf.model.findings.program_index import Function, last_line, parameters_of
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame

_NOT_BY_NAME = {"forward", "__call__"}  # calls of these have other names


class _Place(NamedTuple):
    """A function of the program, and all its calls."""

    file: str
    function: Function
    calls: Sequence[tuple[str, ast.Call]]


def prepared_outside(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edit that lets callers prepare an argument, to avoid a graph break.

    The function must begin with `x = helper(x)`.
    """
    for frame in one.frames:
        place = _place(files, frame, known)
        body = body_of(place.function) if place is not None else []
        if place is None or len(body) < 2:
            continue
        statement, value = body[0], getattr(body[0], "value", None)
        if not isinstance(statement, ast.Assign) or not isinstance(value, ast.Call):
            continue
        if not _is_met_in(one, files, place, statement, value):
            continue
        edits = list(_prepared(files, place, statement, value))
        if len(edits) == len(place.calls) > 0 and are_apart(edits):
            gone = instead(files, place.file, statement)
            source = source_of(files.lines(place.file), value)
            what = f"call `{source}` outside, before `{place.function.name}` is called"
            yield Proposal(finding, what, (gone, *edits))


def _is_met_in(
    one: Break,
    files: ProgramFiles,
    place: _Place,
    statement: ast.stmt,
    value: ast.Call,
) -> bool:
    """Return whether a break is in a statement, or in the helper that it calls."""
    for line in one.event.user_stack:
        if line.file == place.file:
            if statement.lineno <= line.line <= last_line(statement):
                return True
        if files.is_own(line.file):
            around = function_at(files.tree(line.file), line.line)
            if around is not None and around.name == last_name(value.func):
                return True
    return False


def _prepared(
    files: ProgramFiles, place: _Place, statement: ast.Assign, value: ast.Call
) -> Iterator[Edit]:
    """Yield the edits that let calls pass the helper's result as the argument."""
    target, given = statement.targets[0], parameters_of(place.function)
    if len(statement.targets) != 1 or not isinstance(target, ast.Name):
        return
    if target.id not in given or not isinstance(value.func, ast.Name):
        return
    names = [one.id for one in value.args if isinstance(one, ast.Name)]
    if value.keywords or len(names) < len(value.args) or not set(names) <= set(given):
        return
    for file, call in place.calls:
        arguments = simple_arguments(files.lines(file), place.function, call)
        passed = argument(place.function, call, target.id)
        if passed is None or not set(names) <= set(arguments):
            continue
        if bound_by(files.tree(file), value.func.id):
            new = ", ".join(arguments[name] for name in names)
            yield replaced(files, file, passed, f"{value.func.id}({new})")


# --- calls ----------------------------------------------------------------------------


def _place(files: ProgramFiles, frame: Frame, known: Sequence[str]) -> _Place | None:
    """Return a compiled function with all its calls; None if these are unknown."""
    if not files.is_own(frame.file) or frame.co_name in _NOT_BY_NAME:
        return None
    function = function_at(files.tree(frame.file), frame.first_line)
    if function is None or function.name != frame.co_name:
        return None
    assigned = assigned_names(files, known)
    names = {function.name, *(name for name, of in assigned if function.name in of)}
    calls = [
        (file, node)
        for file in known
        for node in ast.walk(files.tree(file))
        if isinstance(node, ast.Call) and last_name(node.func) in names
    ]
    return _Place(frame.file, function, calls)
