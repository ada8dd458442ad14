"""Gradients that the program clears to None, and that compiled code then reads."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.names import joined, place
from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.python_text import text_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_GRADIENT = "grad"
_CLEARS = "zero_grad"  # of modules and optimizers; by default it sets None


def clears(group: Group) -> list[tuple[ProgramFile, ast.stmt | ast.Call]]:
    """Return where the program clears gradients to None, if a recompile is for one.

    These are assignments, or else calls of ``zero_grad()``.
    """
    first = group.first
    if first.kind is not GuardKind.NONE or not group.source.endswith(f".{_GRADIENT}"):
        return []
    files = program_files(group.run)
    return [*_assignments(files)] or [*_calls(files)]


def cleared_at(group: Group) -> tuple[SourceLine, ...]:
    """Return the lines that clear gradients to None, if a recompile is for one."""
    return tuple(line_of(file, node.lineno) for file, node in clears(group))


def as_zeros(group: Group) -> str:
    """Return what to do about gradients that are None in some calls, or ""."""
    ways = [
        f"{_zeroed(file, node)} at {place(line_of(file, node.lineno))}"
        for file, node in clears(group)
    ]
    if not ways:
        return ""
    how = joined(dict.fromkeys(ways))
    return f"clear gradients to zeros, if they give the same result: {how}"


def _zeroed(file: ProgramFile, node: ast.stmt | ast.Call) -> str:
    """Return the code that clears a gradient to zeros, in backticks."""
    if isinstance(node, ast.Call):
        return f"`{text_of(node.func, file.text)}(set_to_none=False)`"
    target = node.targets[0] if isinstance(node, ast.Assign) else None
    name = text_of(target, file.text) if target is not None else "p.grad"
    return f"`if {name} is not None: {name}.zero_()`"


def _assignments(
    files: tuple[ProgramFile, ...],
) -> Iterator[tuple[ProgramFile, ast.stmt | ast.Call]]:
    for file in files:
        for store in index_of(file).at(Kind.ATTRIBUTE, _GRADIENT):
            value, node = store.value, store.node
            if isinstance(value, ast.Constant) and value.value is None:
                if isinstance(node, ast.stmt):
                    yield file, node


def _calls(
    files: tuple[ProgramFile, ...],
) -> Iterator[tuple[ProgramFile, ast.stmt | ast.Call]]:
    if any(_CLEARS in index_of(file).functions for file in files):
        return  # the program's own function, which may do anything
    for file in files:
        for call in index_of(file).calls.get(_CLEARS, ()):
            given = [*call.args, *(one.value for one in call.keywords)]
            is_zero = any(getattr(one, "value", True) is False for one in given)
            if not is_zero:
                yield file, call
