"""Makes debuggers read our files as they are now, not as they were."""

from __future__ import annotations

import linecache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def refresh(directory: Path) -> None:
    """Forget cached lines of files under `directory` that changed since.

    A capture replaces files; a debugger that read one before would show old text.
    """
    inside = f"{directory}"
    for name in list(linecache.cache):
        if name.startswith(inside):
            linecache.checkcache(name)
