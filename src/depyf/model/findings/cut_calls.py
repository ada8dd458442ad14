"""Recognize breaks that only follow from another break inside the same call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.program_text import function_of
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame

_COMPREHENSIONS = {"<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>"}


def is_resumed(one: Break) -> bool:
    """Return whether a break is at a line that torch only resumes after another break.

    The operands of the call were on the stack before the first break.  torch skips such
    a call if it calls a builtin.
    """
    line = one.innermost
    if one.said.kind is not BreakKind.SKIPPED or line is None or one.loses_function:
        return False
    parents = [one.run.frame(frame.parent or "") for frame in one.frames]
    return all(parent and _cut_at(line, parent) for parent in parents)


def is_behind_inner(one: Break) -> bool:
    """Return whether a break follows from a break inside the call of its line.

    torch then cannot reconstruct the values that it needs to go on.
    """
    line = one.innermost
    if one.said.kind is not BreakKind.UNMADE or line is None:
        return False
    return any(_cut_at(line, frame) for frame in one.run.frames)


def is_in_left_comprehension(one: Break) -> bool:
    """Return whether a break is in a comprehension that is compiled on its own.

    Up to Python 3.11, torch does so if a break leaves its function to plain Python.
    """
    if not all(frame.co_name in _COMPREHENSIONS for frame in one.frames):
        return False
    around = function_of(one.run, one.where) if one.where is not None else None
    others = (
        line
        for frame in one.run.frames
        if frame not in one.frames
        for compilation in frame.compilations
        for event in compilation.breaks
        for line in event.user_stack
    )
    return around is not None and any(
        one.frame.file == line.file and line.function == around.name for line in others
    )


def _cut_at(line: SourceLine, frame: Frame) -> bool:
    """Return whether a break of a function is inside a call of this line."""
    return any(
        (met.file, met.line) == (line.file, line.line)
        for compilation in frame.compilations
        for event in compilation.breaks
        for met in event.user_stack[:-1]
    )
