"""A lock that a forked child does not inherit in the middle of something."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


class ForkSafeLock:
    """A reentrant lock; in a child made by `fork` it is free, whoever held it.

    The thread that held it at the moment of the fork does not exist in the child, so
    nobody would ever release it there.
    """

    def __init__(self) -> None:
        self._process = os.getpid()
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if self._process != os.getpid():
            self._process = os.getpid()
            self._lock = threading.RLock()
        self._lock.acquire()

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._lock.release()
