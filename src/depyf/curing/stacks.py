"""Read the stack of a graph break from a compiled function on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.names import program_stack
from depyf.model.findings.program_index import first_line
from depyf.model.findings.program_text import function_at

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.program_index import Function
    from depyf.model.run import Frame


def stack_from(files: ProgramFiles, one: Break, frame: Frame) -> list[SourceLine]:
    """Return the program's own lines from the frame's function to a graph break.

    After the break, the functions further in are compiled alone, and their stacks do
    not contain the outer function.  So the stacks of all these compilations are read.

    Returns:
        The lines, the innermost last; none if no stack contains the function.
    """
    for event in one.events:
        stack = program_stack(event.user_stack)
        own = [line for line in stack if files.is_own(line.file)]
        for at, line in enumerate(own):
            function = function_at(files.tree(line.file), line.line)
            if line.file == frame.file and function is not None:
                if is_of(function, frame):
                    return own[at:]
    return []


def is_of(function: Function, frame: Frame) -> bool:
    """Return whether a frame belongs to a function, judged by its name and line."""
    is_here = first_line(function) <= frame.first_line <= function.lineno
    return is_here and function.name == frame.co_name
