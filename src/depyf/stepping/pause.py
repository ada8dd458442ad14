"""Stops the program where the user wrote `with depyf.debug():`."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.line_table import lines_by_unit
from depyf.decompiler.bytecode.rewriting import relocate

if TYPE_CHECKING:
    from types import CodeType, FrameType

_PACKAGE = str(Path(__file__).resolve().parents[1])
_OURS = (_PACKAGE, contextlib.__file__)
# The second line does nothing: most debuggers stop at the first line event after the
# hook was called, and shall find one in this very code.
_CALL = "__import__('sys').breakpointhook()\n__import__\n"


def users_frame(frame: FrameType) -> FrameType:
    """Return the innermost frame, from `frame` outwards, that is not depyf's own."""
    found: FrameType = frame
    while found.f_code.co_filename.startswith(_OURS) and found.f_back is not None:
        found = found.f_back
    return found


def pause(frame: FrameType) -> None:
    """Call `sys.breakpointhook()` so that debuggers stop on the line of `frame`.

    Called from here, they would show depyf's code, and those that skip library code
    (debugpy, unless `justMyCode` is false) would not stop at all. So the call is made
    by code that bears the user's file and line, with the variables of that place.
    """
    code = _calling_code(frame.f_code, frame.f_lineno or 1)
    eval(code, frame.f_globals, frame.f_locals)  # the text above


def _calling_code(place: CodeType, line: int) -> CodeType:
    """Return the call, then an instruction without a line, then one with the line.

    So the last one causes a line event although it has the line of the call. Tables
    before 3.10 know no instruction without a line: there the call gets another line.
    """
    code = compile(_CALL, place.co_filename, "exec")
    lines = lines_by_unit(code)
    second = lines.index(2)

    def moved(line_of_call: int) -> CodeType:
        def line_of(offset: int) -> int:
            unit = offset // 2
            return line_of_call if unit < second else 0 if unit == second else line

        found = relocate(code, place.co_filename, line_of, line_of_call)
        return found.replace(co_name=place.co_name)

    wanted = moved(line)
    return wanted if None in lines_by_unit(wanted) else moved(line - 1)
