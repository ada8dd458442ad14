"""Handle forks and the garbage collector of the program's process."""

from __future__ import annotations

import _thread
import gc
import os
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Iterator

if TYPE_CHECKING:
    from types import TracebackType


class ForkSafeLock:
    """A reentrant lock that is free in a forked child, even if it was held before.

    A thread that holds the lock at the fork does not exist in the child.  So an
    ordinary lock would never be released there.
    """

    def __init__(self) -> None:
        self._by_process: dict[int, threading.RLock] = {}

    def __enter__(self) -> None:
        process = os.getpid()
        lock = self._by_process.get(process)
        if lock is None:  # threads of a child may get here together: one lock wins
            lock = self._by_process.setdefault(process, threading.RLock())
        lock.acquire()

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._by_process[os.getpid()].release()


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the garbage collector during depyf's own work.

    Otherwise depyf's objects would cause full collections of torch's millions of
    objects, which take a third of a second each.  As depyf makes almost no cycles, a
    skipped collection leaves no garbage.

    Does nothing if the program disabled the collector, or has other threads, which
    could read or change the setting meanwhile.  The thread of `tqdm` does neither, so
    it does not count: torch starts it when it first traces a backward.
    """
    if not gc.isenabled() or not _is_alone():
        yield
        return
    try:
        gc.disable()
        yield
    finally:
        gc.enable()


@contextmanager
def paused_for_imports() -> Iterator[None]:
    """Pause the collector while depyf imports its modules; make them old at once.

    The modules hold a seventh as many objects as torch.  As new objects, they would
    cause an early full collection, which takes as long as the imports.  Freezing and
    unfreezing objects makes them old at once.

    Cycles that the program dropped shortly before are collected first, so that they do
    not become old.  Does nothing if objects are frozen, because only the program may
    unfreeze them.  In Python 3.12 some objects are always frozen.
    """
    if not gc.isenabled() or not _is_alone() or gc.get_freeze_count():
        yield
        return
    gc.collect(1)
    with paused_collector():
        yield
        try:
            gc.freeze()
        finally:
            gc.unfreeze()


def _is_alone() -> bool:
    """Return whether this is the main thread and Python has started no other thread.

    `sys._current_frames` would also know threads of C code, but is not used.  Two
    threads that call it at the same time may deadlock (seen on 3.11), and its result
    keeps the frames' objects alive.
    """
    if threading.get_ident() != threading.main_thread().ident:
        return False
    others = _thread._count()  # noqa: SLF001 - it needs no lock
    return others == 0 or others == _monitors()


def _monitors() -> int:
    """Return the number of threads of `tqdm`, which only refresh progress bars."""
    monitor = getattr(sys.modules.get("tqdm._monitor"), "TMonitor", None)
    # `threading.enumerate` has a lock, and a signal may come while it is held.
    threads = list(getattr(threading, "_active", {}).values())
    return sum(type(thread) is monitor for thread in threads)
