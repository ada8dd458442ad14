"""What holds while a user debugs: calls run what was dumped, or say why they do not."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import PurePath
from typing import TYPE_CHECKING, Callable, Protocol

from depyf.capture import torch_compat
from depyf.stepping.misfits import described_arguments, misfits

if TYPE_CHECKING:
    import logging

    from depyf.capture.torch_compat import Missed

_MOST_LINES = 10  # about one function: a loop over sizes would bury everything else


class Boundary(Protocol):
    """Runs depyf's own work so that no failure of it reaches the program."""

    def call(
        self, where: str, consequence: str, function: Callable[[], str]
    ) -> str | None:
        """Return what `function` returns, or None if it failed."""


class SteppingSession:
    """Keeps `torch.compile` from compiling anything new, until it is closed.

    A call that fits no entry runs as plain Python, and one line says which guard did
    not hold: otherwise the user would wait for breakpoints in code that never runs.

    Args:
        boundary: where failures end.
        logger: where the lines go.
    """

    def __init__(self, boundary: Boundary, logger: logging.Logger) -> None:
        self._boundary = boundary
        self._logger = logger
        self._told: set[str] = set()
        self._lines: Counter[str] = Counter()
        self._restore = ExitStack()

    def open(self, *, compiling: bool) -> None:
        """Begin; what this torch offers no way to is left out.

        Args:
            compiling: whether new calls are compiled as ever.
        """
        restores = [
            torch_compat.leave_tools_alone(),
            torch_compat.run_interpreted_graphs_as_code(),
        ]
        if not compiling:
            restores.append(torch_compat.run_misses_eagerly(self._missed))
        for restore in restores:
            if restore is not None:
                self._restore.callback(restore)

    def close(self) -> None:
        """Restore everything."""
        self._restore.close()

    def _missed(self, missed: Missed) -> None:
        code = missed.code
        place = f"{PurePath(code.co_filename).name}:{code.co_firstlineno}"
        reasons = self._boundary.call(
            "finding out why a call does not fit",
            "the reason is not known",
            lambda: (
                "; ".join(misfits(missed))
                or "it was not compiled before; "
                + described_arguments(missed.arguments)
            ),
        )
        line = f"{code.co_name} ({place}) runs as plain Python: {reasons or '?'}"
        if line in self._told or self._lines[place] >= _MOST_LINES:
            return
        self._told.add(line)
        self._lines[place] += 1
        if self._lines[place] == _MOST_LINES:
            line += " (further calls of it are not told)"
        self._logger.warning("%s", line)
