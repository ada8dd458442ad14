"""Implement `depyf.debug`: pause for breakpoints, then run dumped code."""

from __future__ import annotations

import contextlib
import inspect
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.line_table import lines_by_unit
from depyf.decompiler.bytecode.rewriting import relocate
from depyf.errors import NothingDumpedError
from depyf.workflow import dump_state

if TYPE_CHECKING:
    from types import CodeType, FrameType, TracebackType

    from depyf.capture.boundary import FailureBoundary
    from depyf.stepping.session import SteppingSession

__all__ = ["debug"]

_NOTHING_DUMPED = (
    "depyf.debug() needs dumped files to debug: run the code inside "
    "`with depyf.prepare_debug(directory):` first, then again inside "
    "`with depyf.debug():`"
)


class debug:  # noqa: N801  # used like a function: `with debug():`
    """Pause, so that breakpoints can be set in dumped files, then run the `with` block.

    Two lines on stderr say where breakpoints are hit. Inside the block nothing new is
    compiled. A call that fits no cache entry runs as plain Python, and a line says
    which guard failed and for which value. If a `prepare_debug` block is open, torch
    compiles and depyf dumps as usual instead. Nested blocks pause only once.

    Raises:
        NothingDumpedError: on entering, if this process has dumped nothing yet.
    """

    def __init__(self) -> None:
        self._stepping: SteppingSession | None = None

    def __enter__(self) -> None:
        state, _ = dump_state()
        if not state.tried:
            raise NothingDumpedError(_NOTHING_DUMPED)
        state.debugging += 1
        if state.debugging > 1 or state.last_directory is None:
            return  # no directory: that it cannot be written was reported already
        try:
            self._stepping = _start()
            frame = inspect.currentframe()
            if frame is not None:
                pause(users_frame(frame))
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __exit__(
        self,
        error_type: type[BaseException] | None = None,
        error: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        dump_state()[0].debugging -= 1
        stepping, self._stepping = self._stepping, None
        if stepping is not None:
            stepping.close()


def _start() -> SteppingSession:
    """Log where breakpoints can be set; return the session, which must be closed."""
    from depyf.capture.boundary import FailureBoundary, logger
    from depyf.stepping.session import SteppingSession

    state, directories = dump_state()
    boundary = FailureBoundary()
    for dump in state.open_dumps:
        dump.session.graphs.make_steppable()
    for line in _where_to_break(directories, boundary):
        logger().info("%s", line)
    stepping = SteppingSession(boundary, logger())
    stepping.open(compiling=bool(state.open_dumps))
    return stepping


def _where_to_break(
    directories: list[Path], boundary: FailureBoundary
) -> tuple[str, ...]:
    from depyf.stepping.breakpoints import where_to_break_in

    lost = "debug() does not say where to set breakpoints"
    lines = partial(where_to_break_in, directories)
    return boundary.call("finding the files that run", lost, lines) or ()


_PACKAGE = str(Path(__file__).resolve().parents[1])
_OURS = (_PACKAGE, contextlib.__file__)
# The second line does nothing.  Most debuggers stop at the first line event after the
# call of the hook; the second line causes that event in this code.
_CALL = "__import__('sys').breakpointhook()\n__import__\n"


def users_frame(frame: FrameType) -> FrameType:
    """Return the innermost frame, from `frame` outwards, that is not depyf's own."""
    found: FrameType = frame
    while found.f_code.co_filename.startswith(_OURS) and found.f_back is not None:
        found = found.f_back
    return found


def pause(frame: FrameType) -> None:
    """Call `sys.breakpointhook()` so that debuggers stop at the line of `frame`.

    If this function called the hook itself, debuggers would show depyf's code.
    Debuggers that skip library code would not stop at all, such as debugpy with
    `justMyCode`. So generated code calls the hook: it has the file, the line and the
    variables of `frame`.
    """
    code = _calling_code(frame.f_code, frame.f_lineno or 1)
    eval(code, frame.f_globals, frame.f_locals)  # the code of `_CALL`


def _calling_code(place: CodeType, line: int) -> CodeType:
    """Return code that calls the hook, in the file of `place` and at the line `line`.

    An instruction without a line follows the call, then one with the same line again.
    So the last instruction causes a line event. Line tables before Python 3.10 cannot
    hold instructions without a line: there the call gets the line before.
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
