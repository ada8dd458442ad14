"""Compile functions without the wrapper that a decorator of the program adds.

All wrappers of one decorator have the same code.  So torch keeps their entries in
one cache, and checks in each call which function is wrapped.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.compile_calls import compile_calls
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import body_of, replaced, source_of
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.model.findings.program_index import Function

_PATHS = (ast.Name, ast.Attribute, ast.Subscript)


def unwrapped(case: Case) -> Iterator[Proposal]:
    """Yield the edit that compiles what the wrapper calls, if it does nothing else."""
    frame = case.group.frame
    if not case.files.is_own(frame.file):
        return
    function = function_at(case.files.tree(frame.file), frame.first_line)
    if function is None or not _only_calls(function):
        return
    edits = [
        replaced(case.files, one.file, given, f'getattr({text}, "__wrapped__", {text})')
        for one in compile_calls(case.files, case.known)
        for given in getattr(one.node, "args", ())[:1]
        if isinstance(given, _PATHS)
        for text in [source_of(case.files.lines(one.file), given)]
    ]
    if edits:
        what = f"compile the functions without the wrapper `{function.name}`"
        yield Proposal(case.finding, what, tuple(edits))


def _only_calls(function: Function) -> bool:
    """Return whether a wrapper with `functools.wraps` only calls the function."""
    wraps = (getattr(one, "func", one) for one in function.decorator_list)
    if not any(last_name(one) == "wraps" for one in wraps):
        return False
    body = body_of(function)
    call = getattr(body[0], "value", None) if len(body) == 1 else None
    is_returned = isinstance(call, ast.Call) and isinstance(body[0], ast.Return)
    return is_returned and isinstance(getattr(call, "func", None), ast.Name)
