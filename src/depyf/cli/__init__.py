"""The `depyf` command, and what its sub-commands print with."""

from __future__ import annotations

import sys


def print_text(text: str) -> None:
    """Print text; what the terminal's encoding lacks is escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


def tell(line: str) -> None:
    """Say on stderr what depyf does, beside what the program prints."""
    print(f"depyf: {line}", file=sys.stderr, flush=True)
