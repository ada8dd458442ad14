"""Python's cyclic garbage collector, while depyf works."""

from __future__ import annotations

import _thread
import gc
import threading
from contextlib import contextmanager
from typing import Iterator


@contextmanager
def paused_collector() -> Iterator[None]:
    """Leaves the collector out of depyf's own work, where nobody can notice.

    What depyf makes would otherwise grow old beside torch's millions of objects, and
    bring on collections of all of them: a third of a second each.  depyf makes next to
    no cycles, so nothing waits for a collection that is not made.

    Nothing is done if the program switched the collector off, or has other threads:
    those could look at the switch, or turn it, in between.
    """
    if not gc.isenabled() or not _is_alone():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _is_alone() -> bool:
    """Return whether this is the main thread and Python has started no other.

    Not by `sys._current_frames`, which would know threads that C code has started as
    well: two threads that ask it at once may wait for each other for ever (seen on
    3.11), and its answer keeps what the frames hold.
    """
    is_main = threading.get_ident() == threading.main_thread().ident
    return is_main and not _thread._count()  # noqa: SLF001 - what tells it without a lock
