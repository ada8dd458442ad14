"""What commands print to the terminal."""

from __future__ import annotations

import sys


def print_text(text: str) -> None:
    """Prints text; what the terminal's encoding lacks is escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))
