"""What holds while a user debugs: calls run what was dumped, or say why they do not."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from pathlib import PurePath
from typing import TYPE_CHECKING, Callable, Mapping, Optional, Tuple

if TYPE_CHECKING:
    import logging
    from types import CodeType

WhyNot = Callable[["CodeType", Mapping[str, object]], Tuple[str, ...]]
MissReport = Callable[["CodeType", Mapping[str, object]], None]
InstallMissReport = Callable[[MissReport], Optional[Callable[[], None]]]

_NO_PAUSE = "0"  # PYTHONBREAKPOINT=0: the user wants no breakpoint() to stop


class SteppingSession:
    """Keeps `torch.compile` from compiling anything new, until it is closed.

    A call that fits no entry runs as plain Python, and one line says which guard did
    not hold: otherwise the user would wait for breakpoints in code that never runs.

    Args:
        install: installs a function that is told about such calls.
        why_not: says why no entry fits.
        logger: where the line goes.
    """

    def __init__(
        self, install: InstallMissReport, why_not: WhyNot, logger: logging.Logger
    ) -> None:
        self._install = install
        self._why_not = why_not
        self._logger = logger
        self._told: set[tuple[str, tuple[str, ...]]] = set()
        self._restore = ExitStack()

    def open(self) -> None:
        """Begin; does nothing where this torch offers no way."""
        restore = self._install(self._missed)
        if restore is not None:
            self._restore.callback(restore)

    def close(self) -> None:
        """Restore everything."""
        self._restore.close()

    def _missed(self, code: CodeType, frame_locals: Mapping[str, object]) -> None:
        reasons = self._why_not(code, frame_locals)
        place = f"{PurePath(code.co_filename).name}:{code.co_firstlineno}"
        told = (place, reasons)
        if told in self._told:
            return
        self._told.add(told)
        self._logger.warning(
            "%s (%s) runs as plain Python here: %s",
            code.co_name,
            place,
            "; ".join(reasons) or "it has not been compiled for any call",
        )


def pause_is_wanted() -> bool:
    """Return whether `breakpoint()` would stop at all."""
    default = sys.breakpointhook is sys.__breakpointhook__
    return not (default and os.environ.get("PYTHONBREAKPOINT") == _NO_PAUSE)
