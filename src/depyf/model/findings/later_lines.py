"""Tell which lines of a program run only after a function's last compilation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable

from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import file_of, index_of, line_of

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Run

_RUN_AGAIN = "ipykernel"  # in file names of notebook cells, which may run again


def last_statement(run: Run, compilations: Iterable[Compilation]) -> SourceLine | None:
    """Return the last line of the top-level statement that contains the last call.

    None if the stacks show no call at the top level of a recorded file.

    Args:
        run: the run.
        compilations: the compilations that the calls caused.
    """
    found: SourceLine | None = None
    for one in compilations:
        lines = [line for line in one.stack if line.function == "<module>"]
        file = file_of(run, lines[-1]) if lines else None
        if file is None or _RUN_AGAIN in file.file:
            return None
        for node in index_of(file).tree.body:
            end = last_line(node)
            if node.lineno <= lines[-1].line <= end:
                if found is None or (found.file == file.file and found.line < end):
                    found = line_of(file, end)
    return found


def is_later(run: Run, line: SourceLine, last: SourceLine | None) -> bool:
    """Return whether a line only runs after the last call."""
    if last is None or line.file != last.file or line.line <= last.line:
        return False
    file = file_of(run, line)
    return file is not None and index_of(file).function_at(line.line) is None
