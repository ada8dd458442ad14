"""Python's cyclic garbage collector, while depyf works."""

from __future__ import annotations

import gc
import sys
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
    if not gc.isenabled() or _threads() > 1:
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _threads() -> int:
    """How many threads run Python code, those that `threading` does not know as well.

    The frames are let go at once: one that kept its own would keep, until a
    collection, everything that the functions around it hold.
    """
    return len(sys._current_frames())  # noqa: SLF001 - a documented function
