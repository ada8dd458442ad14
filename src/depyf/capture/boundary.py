"""Stop failures inside depyf, count them, and keep them from the program.

torch calls depyf from the middle of the user's call, where an exception would become
the user's.  Everything that torch calls therefore runs through `FailureBoundary.call`:
a failure is counted, told once on stderr, written down with its traceback, and the
caller goes on with a default.  KeyboardInterrupt and SystemExit pass through, and so
does what the program's own signal handlers raise: a time limit, say.
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
        with suppress(Exception):  # nothing is left to tell it to
            sys.stderr.write(f"depyf: {self.format(record)}\n")


def logger() -> logging.Logger:
    """Return the ``depyf`` logger; it writes to stderr unless the program set it up.

    It does not propagate then: a program's root handlers may write to stdout, which
    depyf promises to leave alone.
    """
    if not LOGGER.handlers:
        LOGGER.addHandler(_StderrHandler())
        LOGGER.propagate = False
        if LOGGER.level == logging.NOTSET:
            LOGGER.setLevel(logging.INFO)
    return LOGGER


class FailureBoundary:
    """Runs depyf's own work so that no failure of it reaches the program.

    Attributes:
        sink: told about every failure, once set.
        counts: how often each place failed.
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
            where: what depyf was doing, for the reader of the index.
            consequence: what is missing now.
            function: the work.
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
        with suppress(Exception):  # a full disk, a __repr__ that raises
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
        """Return whether this failure was not yet reported for this line of depyf."""
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
