"""Care for the host process: forks, and the garbage collector."""

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
    """A reentrant lock; in a child made by `fork` it is free, whoever held it.

    The thread that held it at the moment of the fork does not exist in the child, so
    it would never be released there.
    """

    def __init__(self) -> None:
        self._by_process: dict[int, threading.RLock] = {}

    def __enter__(self) -> None:
        process = os.getpid()
        lock = self._by_process.get(process)
        if lock is None:  # threads of a child may come here at once: one lock wins
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

    What depyf makes would otherwise grow old beside torch's millions of objects, and
    bring on collections of all of them: a third of a second each.  depyf makes next to
    no cycles, so nothing waits for a collection that is not made.

    Nothing is done if the program switched the collector off, or has other threads:
    those could look at the switch, or turn it, in between. The thread that `tqdm` keeps
    does neither: torch starts it with the first backward that it traces.
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
    """Pause the collector while depyf imports its modules, which are old at once.

    The modules hold a seventh as many objects as all of torch.  As new objects they
    would bring the next collection of everything nearer, which takes as long as the
    imports.  Objects that were frozen and are not any more count as old at once.

    Cycles that the program dropped shortly before are collected first: they must not
    become old.  Nothing is done where objects are frozen: they are the program's to
    thaw.  In 3.12 some always are.
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
    """Return whether this is the main thread and Python has started no other.

    Not by `sys._current_frames`, which would know threads that C code has started as
    well: two threads that ask it at once may wait for each other for ever (seen on
    3.11), and its answer keeps what the frames hold.
    """
    if threading.get_ident() != threading.main_thread().ident:
        return False
    others = _thread._count()  # noqa: SLF001 - what tells it without a lock
    return others == 0 or others == _monitors()


def _monitors() -> int:
    """Return how many threads only refresh progress bars."""
    monitor = getattr(sys.modules.get("tqdm._monitor"), "TMonitor", None)
    # Not `threading.enumerate`: a signal may come while its lock is held.
    threads = list(getattr(threading, "_active", {}).values())
    return sum(type(thread) is monitor for thread in threads)
