"""Find the line whose graph break gave a value to a resume function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.torch_text.names import resumed_function

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group


def broken_line(group: Group) -> SourceLine | None:
    """Return the innermost line of the graph break before a resume function."""
    return next(reversed(_broken_stack(group)), None)


def broken_text(group: Group) -> str:
    """Return the line of the resumed function that gave the value across the break."""
    stack = _broken_stack(group)
    name = resumed_function(group.frame.co_name)
    own = (
        one for one in stack if one.function == name and one.file == group.frame.file
    )
    line = next(own, stack[-1] if stack else None)
    text = line.text.partition("return ")[2] or line.text if line is not None else ""
    return f"`{text}`" if text else "the graph break"


def _broken_stack(group: Group) -> tuple[SourceLine, ...]:
    """Return the stack of the graph break that created a resume function."""
    parent = group.run.frame(group.frame.parent)
    for compilation in parent.compilations if parent is not None else ():
        if any(resume.frame == group.frame.key for resume in compilation.resumes):
            for event in compilation.breaks:
                if event.user_stack:
                    return event.user_stack
    return ()
