"""Run the first call as plain Python, if only this call has no state yet.

An entry is compiled for a value that is None, or for an empty container.  If the call
itself creates the state, there is none only once, and this entry serves only one call.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import is_alone, shifted
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import indent_of, source_of, statement_at
from depyf.model.findings.causes import root_name
from depyf.model.findings.conditions import is_changed_inside
from depyf.model.findings.growth import is_filled_inside
from depyf.model.findings.program_index import last_line
from depyf.model.value_seen import seen_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case

_KINDS = {GuardKind.NONE, GuardKind.TYPE}
_FEWEST = 3  # calls, of which one without the state is few
_PATH = (ast.Name, ast.Attribute, ast.Subscript)
_STANCE = 'with torch.compiler.set_stance("force_eager" if {} else "default"):'


def first_eager(case: Case) -> Iterator[Proposal]:
    """Yield the edit that compiles only the calls that have the state."""
    line = case.group.called_at
    is_empty = _is_empty_first(case)
    if line is None or not (is_empty or _is_none_first(case)):
        return
    test = "not {}" if is_empty else "{} is None"
    found = _filled(case) if is_empty else (*_passed(case), *_seen_once(case))
    for file, state in (*_kept(case), *found):
        statement = statement_at(case.files.tree(file), line.line)
        is_plain = isinstance(statement, (ast.Assign, ast.Expr, ast.AnnAssign))
        if statement is None or not is_plain:
            continue
        if is_alone(case.files, file, [statement]):
            indent = indent_of(case.files.lines(file)[statement.lineno - 1])
            inner = shifted(case.files, file, [statement], 1)
            lines = (indent + _STANCE.format(test.format(state)), *inner)
            edit = Edit(file, statement.lineno, last_line(statement), lines)
            which = "empty" if is_empty else "None"
            what = f"run the call as plain Python while `{state}` is {which}"
            yield with_torch(case.files, case.finding, what, [edit])
            return


def _is_none_first(case: Case) -> bool:
    """Return whether the first entry requires None."""
    return case.kind in _KINDS and _is_none(case)


def _is_none(case: Case) -> bool:
    return case.group.first.kind is GuardKind.NONE or "None" in case.group.first_value


def _is_empty_first(case: Case) -> bool:
    """Return whether only the first entry requires an empty container."""
    lengths = case.group.lengths if case.kind is GuardKind.LENGTH else []
    return lengths[:1] == [0] and 0 not in lengths[1:]


def _filled(case: Case) -> Iterator[tuple[str, str]]:
    """Yield the guarded container as the program's call writes it, with its file."""
    rest = case.group.source[len(root_name(case.group.source)) :]
    for file, node in case.arguments():
        if isinstance(node, _PATH):
            yield file, source_of(case.files.lines(file), node) + rest


def _passed(case: Case) -> Iterator[tuple[str, str]]:
    """Yield a value that a statement both passes and assigns: ``y, h = step(x, h)``."""
    source = case.group.source
    line = case.group.called_at
    for file, node in case.arguments():
        statement = statement_at(case.files.tree(file), line.line) if line else None
        if not isinstance(node, _PATH) or not isinstance(statement, ast.Assign):
            continue
        lines = case.files.lines(file)
        text = source_of(lines, node)
        targets = {
            source_of(lines, one)
            for target in statement.targets
            for one in ast.walk(target)
            if isinstance(one, _PATH)
        }
        if text in targets:
            yield file, text + source[len(root_name(source)) :]


def _seen_once(case: Case) -> Iterator[tuple[str, str]]:
    """Yield a passed value that was None in only one call of a watched run."""
    group = case.group
    seen = seen_of(group.run, group.name, group.source)
    calls = {one.form: one.calls for one in seen.forms} if seen is not None else {}
    if calls.get("None") == 1 and sum(calls.values()) >= _FEWEST:
        for file, node in case.arguments():
            if isinstance(node, _PATH):
                text = source_of(case.files.lines(file), node)
                yield file, text + group.source[len(root_name(group.source)) :]


def _kept(case: Case) -> Iterator[tuple[str, str]]:
    """Yield an attribute of the called object that the call itself sets or fills."""
    owner, _, path = case.group.source.partition(".")
    group = case.group
    is_changed = is_changed_inside(group) or is_filled_inside(group)
    if owner != "self" or group.called_at is None or not is_changed:
        return
    for file, call in case.calls():
        called = case.object_of(call)
        if called:
            yield file, f"{called}.{path}"
