"""The same code in another file: what lets a debugger step through a file of ours.

The very same instructions run: only file name, first line and line table of the code
object change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from depyf.decompiler.bytecode.behaviour import RUNNING, behaviour_of
from depyf.decompiler.bytecode.disassemble import instruction_spans
from depyf.decompiler.bytecode.line_table import WRITERS, merged_ranges

if TYPE_CHECKING:
    from types import CodeType


def relocate(
    code: CodeType,
    filename: str,
    line_of_offset: Callable[[int], int],
    first_line: int,
) -> CodeType:
    """Returns the same code under another file name and line table.

    Instructions, constants (nested code included), names and exception table are those
    of ``code``. Caches and argument prefixes take the line of their instruction.

    Args:
        code: the code object to copy.
        filename: its new file.
        line_of_offset: the new line (from 1) for the offset in bytes of an
            instruction; less than 1 means "belongs to no line".
        first_line: the new ``co_firstlineno``.
    """
    lines: list[int | None] = [None] * (len(code.co_code) // 2)
    for begin, offset, end in instruction_spans(code):
        line = line_of_offset(offset)
        for unit in range(begin // 2, end // 2):
            lines[unit] = line if line >= 1 else None
    kind = behaviour_of(RUNNING).line_table
    table = WRITERS[kind](merged_ranges(lines), first_line)
    field = "co_lnotab" if kind == "lnotab" else "co_linetable"
    changed: dict[str, Any] = {field: table}
    return code.replace(co_filename=filename, co_firstlineno=first_line, **changed)
