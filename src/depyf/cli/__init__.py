"""The `depyf` command, and what its sub-commands print with."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from depyf.model.file_names import INDEX, REPORT

if TYPE_CHECKING:
    from pathlib import Path


def print_text(text: str) -> None:
    """Print text; what the terminal's encoding lacks is escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


def tell(line: str) -> None:
    """Say on stderr what depyf does, beside what the program prints."""
    print(f"depyf: {line}", file=sys.stderr, flush=True)


def first_to_open(written: Path, shown: Path) -> str:
    """Return which file of a dump to open first, and where the same is in a browser.

    Args:
        written: where the files are.
        shown: the same directory, as the user named it.
    """
    line = f"open {shown / INDEX} first"
    if (written / REPORT).is_file():
        line += f"; {shown / REPORT} shows the same in a browser"
    return line
