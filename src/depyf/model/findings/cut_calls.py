"""Breaks that only follow from another break inside the same call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame


def is_resumed(one: Break) -> bool:
    """Return whether torch only goes on with a line that another break cut in two.

    What a call is made of was put on the stack before the break; torch skips such a
    call if it is one of a builtin.
    """
    line = one.innermost
    if one.said.kind is not BreakKind.SKIPPED or line is None or one.loses_function:
        return False
    parents = [one.run.frame(frame.parent or "") for frame in one.frames]
    return all(parent and _cut_at(line, parent) for parent in parents)


def is_behind_inner(one: Break) -> bool:
    """Return whether a call was cut inside, and torch cannot go on with its result."""
    line = one.innermost
    if one.said.kind is not BreakKind.UNMADE or line is None:
        return False
    return any(_cut_at(line, frame) for frame in one.run.frames)


def _cut_at(line: SourceLine, frame: Frame) -> bool:
    """Return whether a break of a function is inside a call of this line."""
    return any(
        (met.file, met.line) == (line.file, line.line)
        for compilation in frame.compilations
        for event in compilation.breaks
        for met in event.user_stack[:-1]
    )
