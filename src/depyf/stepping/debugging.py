"""`depyf.debug`: pauses so that breakpoints can be set, then runs what was dumped."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from depyf.errors import NothingDumpedError
from depyf.workflow import dump_state

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from depyf.capture.boundary import FailureBoundary
    from depyf.stepping.session import SteppingSession

__all__ = ["debug"]

_NOTHING_DUMPED = (
    "depyf.debug() needs dumped files to debug: run the code inside "
    "`with depyf.prepare_debug(directory):` first, then again inside "
    "`with depyf.debug():`"
)


class debug:  # noqa: N801  # used like a function: `with debug():`
    """Pauses, so that breakpoints can be set in the dumped files, then runs the block.

    Two lines on stderr say where breakpoints are hit. Inside the block nothing new is
    compiled: a call that fits no compiled version runs as plain Python, and a line says
    which guard failed and on what value (inside `prepare_debug` compiling and dumping
    go on instead). Nested blocks pause once.

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
            return  # a directory that could not be written was reported already
        try:
            self._stepping = _start()
            _pause()
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
    """Make ready what can be stopped in, and say where; return what is to be closed."""
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
    from depyf.capture.journal import JOURNAL, read_journal
    from depyf.stepping.places import breakable_places, where_to_break

    def found() -> tuple[str, ...]:
        places = []
        for directory in directories:
            events = read_journal(directory / JOURNAL)
            places += breakable_places(events, directory)
        return where_to_break(places, directories[0])

    lost = "debug() does not say where to set breakpoints"
    return boundary.call("finding the files that run", lost, found) or ()


def _pause() -> None:
    from depyf.stepping.pause import pause, users_frame

    frame = inspect.currentframe()
    if frame is not None:
        pause(users_frame(frame))
