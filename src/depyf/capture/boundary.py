"""Stop failures inside depyf, count them, and keep them from the program.

Torch calls depyf during the user's call, and an exception would end that call.  So all
code that torch calls runs in `FailureBoundary.call`.  A failure is counted, reported
once on stderr, and recorded with its traceback; the caller continues with None.
KeyboardInterrupt and SystemExit pass through.  So do exceptions that the program's own
signal handlers raise, such as a time limit.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections import Counter
from contextlib import suppress
from typing import Callable, TypeVar

from depyf.capture.process import paused_collector
from depyf.errors import comes_from_signal
from depyf.model.events import Failure

LOGGER = logging.getLogger("depyf")

_Result = TypeVar("_Result")
FailureSink = Callable[[Failure], None]


class _StderrHandler(logging.Handler):
    """Writes to the current `sys.stderr`; never raises."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(Exception):  # the error cannot be reported anywhere
            sys.stderr.write(f"depyf: {self.format(record)}\n")


def logger() -> logging.Logger:
    """Return the logger ``depyf``; it writes to stderr unless the program set it up.

    Then its messages do not go to the root logger, whose handlers may write to stdout.
    depyf promises to write nothing there.
    """
    if not LOGGER.handlers:
        LOGGER.addHandler(_StderrHandler())
        LOGGER.propagate = False
        if LOGGER.level == logging.NOTSET:
            LOGGER.setLevel(logging.INFO)
    return LOGGER


class FailureBoundary:
    """Runs depyf's own work so that its failures do not reach the program.

    Attributes:
        sink: is called with each failure, if it is set.
        counts: how often each kind of work failed.
    """

    def __init__(self, sink: FailureSink | None = None) -> None:
        self.sink = sink
        self.counts: Counter[str] = Counter()
        self._reported: set[object] = set()

    def call(
        self,
        where: str,
        consequence: str,
        function: Callable[[], _Result],
    ) -> _Result | None:
        """Return the result of `function`, or None if it failed.

        Args:
            where: what depyf was doing, in words for the index.
            consequence: what is missing after a failure, in words.
            function: the function to call.
        """
        try:
            with paused_collector():
                return function()
        except Exception as error:  # this is the boundary
            if comes_from_signal(error):
                raise
            self._swallow(where, consequence, error)
            return None

    def _swallow(self, where: str, consequence: str, error: Exception) -> None:
        self.counts[where] += 1
        with suppress(Exception):  # such as a full disk, or a __repr__ that raises
            failure = Failure(
                None,
                where=where,
                error=_in_one_line(error),
                consequence=consequence,
                detail="".join(
                    traceback.format_exception(type(error), error, error.__traceback__)
                ),
            )
            if self._is_new(error):
                logger().error(
                    "%s failed: %s (%s; your program is not affected)",
                    where,
                    failure.error,
                    consequence,
                )
            if self.sink is not None:
                self.sink(failure)

    def _is_new(self, error: Exception) -> bool:
        """Return whether this type of error is new at this line of depyf."""
        last = error.__traceback__
        while last is not None and last.tb_next is not None:
            last = last.tb_next
        place = (type(error), last and (last.tb_frame.f_code, last.tb_lineno))
        if place in self._reported:
            return False
        self._reported.add(place)
        return True


def _in_one_line(error: Exception) -> str:
    try:
        text = str(error)
    except Exception:  # the user's own exception class may be broken
        text = "(its text cannot be shown)"
    return f"{type(error).__name__}: {' '.join(text.split())[:300]}"
