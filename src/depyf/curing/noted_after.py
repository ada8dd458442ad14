"""Move a statement that only records values, such as in a log, out of a function.

The function becomes two: one is compiled, and the other calls it and records.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import before, free_name, is_alone, loaded_names, stored_names
from depyf.curing.compiled_rest import (
    Head,
    arguments_of,
    kept_plain,
    only_function,
    split_lines,
)
from depyf.curing.program_files import Edit, are_apart
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import body_of, functions_named, indent_of, source_of
from depyf.model.findings.names import program_stack
from depyf.model.findings.program_index import first_line, last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame

_NOTES = (ast.Expr, ast.If, ast.For, ast.Assign, ast.AugAssign)
_ENDS = (
    ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Raise, ast.FunctionDef,
    ast.Global, ast.Nonlocal, ast.NamedExpr,
)  # fmt: skip
_MOST_HELPERS = 4
_OF_NOTES = {
    GuardKind.NUMBER, GuardKind.LENGTH, GuardKind.KEY, GuardKind.DICT_KEYS,
    GuardKind.TYPE, GuardKind.OBJECT, GuardKind.TEXT, GuardKind.FLAG,
}  # fmt: skip


def noted_after_break(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edit that moves a recording statement that breaks the graph."""
    stack = [
        line for line in program_stack(one.event.user_stack) if files.is_own(line.file)
    ]
    for frame in one.frames:
        place = _Place(files, frame, known, finding)
        yield from _noted(place, [one.line for one in stack if one.file == frame.file])


def noted_after_guard(case: Case) -> Iterator[Proposal]:
    """Yield the edit that moves a recording statement that uses a guarded value."""
    if case.kind in _OF_NOTES and case.group.source:
        place = _Place(case.files, case.group.frame, case.known, case.finding)
        yield from _noted(place, (), case.group.source)
        yield from _noted(place, _calls_of(case))


def _calls_of(case: Case) -> list[int]:
    """Return the lines on which the function calls the helper that needs the value."""
    line, frame, files = case.group.first.user_line, case.group.frame, case.files
    if line is None or not (files.is_own(line.file) and files.is_own(frame.file)):
        return []
    helper = function_at(files.tree(line.file), line.line)
    function = only_function(files.tree(frame.file), frame.first_line)
    if helper is None or function is None or helper is function:
        return []
    return [
        one.lineno
        for one in function.body
        if isinstance(one, (ast.Expr, ast.If))
        and any(
            isinstance(node, ast.Call) and last_name(node.func) == helper.name
            for node in ast.walk(one)
        )
    ]


class _Place(NamedTuple):
    """A compiled function, and the problem to cure."""

    files: ProgramFiles
    frame: Frame
    known: Sequence[str]
    finding: str


def _noted(place: _Place, lines: Sequence[int], value: str = "") -> Iterator[Proposal]:
    """Yield the edit that moves the statement on a line, or one that uses a value."""
    files, frame, known, finding = place
    if not files.is_own(frame.file):
        return
    function = only_function(files.tree(frame.file), frame.first_line)
    if function is None or function.name != frame.co_name:
        return
    body = function.body
    for at, node in enumerate(body):
        is_met = any(node.lineno <= line <= last_line(node) for line in lines)
        owners = _owners(node) | _changed(node)
        if is_met or any(_is_of(value, one) for one in owners):
            if _is_note(files, frame.file, body, at):
                edits = _edits(files, Head(frame.file, function, at, None, known))
                edits += _disabled(files, known, node) if edits else []
                source = source_of(files.lines(frame.file), node).split("\n")[0]
                what = f"run `{source}` after the compiled part of `{function.name}`"
                if are_apart(edits) and edits:
                    yield with_torch(files, finding, what, edits)
                return


def _is_of(value: str, owner: str) -> bool:
    """Return whether a value's path leads to an object or to a part of the object."""
    return value.startswith(owner) and value[len(owner) :][:1] in {"", ".", "["}


def _disabled(files: ProgramFiles, known: Sequence[str], note: ast.stmt) -> list[Edit]:
    """Return the edits that keep a statement's helpers out of compiled code."""
    names = {last_name(one.func) for one in ast.walk(note) if isinstance(one, ast.Call)}
    return [
        before(files, file, one, "@torch.compiler.disable")
        for file in known
        for name in names
        for one in functions_named(files.tree(file), name)
        if not one.decorator_list
    ][:_MOST_HELPERS]


def _owners(node: ast.AST) -> set[str]:
    """Return the paths of objects whose methods or attributes a statement uses."""
    return {
        dotted(one.value) for one in ast.walk(node) if isinstance(one, ast.Attribute)
    } - {"", "self", "torch"}


def _is_note(files: ProgramFiles, file: str, body: Sequence[ast.stmt], at: int) -> bool:
    """Return whether a statement can be moved after the statements that follow it."""
    node, rest = body[at], body[at + 1 :]
    if not rest or not isinstance(node, _NOTES) or not is_alone(files, file, [node]):
        return False
    if any(isinstance(one, _ENDS) for one in ast.walk(node)):
        return False
    if stored_names([node]) & loaded_names(rest):
        return False
    # Later statements must not read objects that the statement may change.
    changed = _changed(node)
    used = {dotted(one) for after in rest for one in ast.walk(after)} - {""}
    return not (changed & used) and not _in_place(rest, loaded_names([node]))


def _changed(node: ast.stmt) -> set[str]:
    """Return the paths of objects that a statement may change, judged by its form."""
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Call):
            found.add(dotted(getattr(one.value.func, "value", one)))
        is_part = isinstance(one, (ast.Attribute, ast.Subscript))
        if is_part and not isinstance(one.ctx, ast.Load):  # type: ignore[attr-defined]
            found |= {dotted(one), dotted(one.value)}  # type: ignore[attr-defined]
    return found - {"", "self"}


def _in_place(rest: Sequence[ast.stmt], names: set[str]) -> bool:
    """Return whether statements change the objects in some variables in place."""
    for one in (node for after in rest for node in ast.walk(after)):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
            if one.func.attr.endswith("_") and dotted(one.func.value) in names:
                return True
        if isinstance(one, ast.AugAssign) and dotted(one.target) in names:
            return True
        if isinstance(one, ast.Subscript) and not isinstance(one.ctx, ast.Load):
            if dotted(one.value) in names:
                return True
    return False


def _edits(files: ProgramFiles, head: Head) -> list[Edit]:
    """Return the edits that split a function; none if it may return before its end."""
    file, function, at, *_ = head
    tree, lines = files.tree(file), files.lines(file)
    note, end = function.body[at], function.body[-1]
    returns = [one for one in ast.walk(function) if isinstance(one, ast.Return)]
    if returns not in ([], [end]) or not is_alone(files, file, [end]):
        return []
    own = arguments_of(function)
    changed = stored_names(function.body)
    passed = sorted(loaded_names([note]) & (changed - stored_names([note])))
    # Record the value at this point, even if the variable changes later.
    later = stored_names(function.body[at + 1 :])
    kept = {one: free_name(tree, f"{one}_noted") for one in passed if one in later}
    value = end.value if isinstance(end, ast.Return) else None
    given = source_of(lines, value) if value is not None else "None"
    if "\n" in given or isinstance(value, ast.Starred):
        return []
    given = f"({given})" if isinstance(value, ast.Tuple) and passed else given
    is_passed = given in passed and given not in kept
    result = given if is_passed else free_name(tree, "result")
    passed = [one for one in passed if one != result]
    taken = sorted(own & loaded_names([*function.body[:at], *function.body[at + 1 :]]))
    start = split_lines(files, head, taken)
    call = start[0].strip()[len("return ") :]
    indent = indent_of(lines[note.lineno - 1])
    outer = (
        f"{indent}{', '.join((result, *passed))} = {call}",
        *lines[note.lineno - 1 : last_line(note)],
        f"{indent}return {result}",
        *start[1:],
    )
    last = ", ".join((given, *(kept.get(one, one) for one in passed)))
    return [
        *_split_at(files, head, outer, [f"{new} = {old}" for old, new in kept.items()]),
        _ended(files, file, end, f"return {last}"),
        *kept_plain(files, head),
    ]


def _split_at(
    files: ProgramFiles, head: Head, outer: tuple[str, ...], kept: Sequence[str]
) -> list[Edit]:
    """Return the edits that move the recording statement into the outer function."""
    file, function, at, *_ = head
    note, first = function.body[at], body_of(function)[0]
    indent = indent_of(files.lines(file)[note.lineno - 1])
    instead = tuple(indent + one for one in kept)
    if first is note:
        return [Edit(file, note.lineno, last_line(note), (*outer, *instead))]
    return [
        Edit(file, first_line(first), first_line(first) - 1, outer),
        Edit(file, note.lineno, last_line(note), instead),
    ]


def _ended(files: ProgramFiles, file: str, end: ast.stmt, line: str) -> Edit:
    """Return the edit that replaces the return at a function's end, or adds one."""
    text = (indent_of(files.lines(file)[end.lineno - 1]) + line,)
    if isinstance(end, ast.Return):
        return Edit(file, end.lineno, last_line(end), text)
    return Edit(file, last_line(end) + 1, last_line(end), text)
