"""A bound of memory: a file that was made to fill it ends in an error."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Iterator

__all__ = ["bounded_memory"]

_PAGES = Path("/proc/self/statm")  # begins with the pages that the process has


@contextmanager
def bounded_memory(more: int) -> Iterator[None]:
    """Let this process get so many bytes of memory and no more, on Linux.

    Beyond it, Python raises a `MemoryError`. The bound of before comes back at the end.

    Args:
        more: the number of bytes on top of what the process has.
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
        yield  # there is a lower bound
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
