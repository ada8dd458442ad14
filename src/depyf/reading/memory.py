"""Bound this process's memory, so that a crafted file raises an error."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Iterator

__all__ = ["bounded_memory"]

_PAGES = Path("/proc/self/statm")  # begins with the number of pages of the process


@contextmanager
def bounded_memory(more: int) -> Iterator[None]:
    """Let this process allocate at most `more` further bytes of memory, on Linux.

    Beyond that, Python raises a `MemoryError`. On exit, the previous bound is restored.

    Args:
        more: the number of bytes on top of the memory that the process already has.
    """
    try:
        import resource

        pages = int(_PAGES.read_text().split()[0])
    except (ImportError, OSError):  # another system
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = pages * resource.getpagesize() + more
    if any(one != resource.RLIM_INFINITY and one < most for one in (soft, hard)):
        yield  # a stricter bound exists
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
