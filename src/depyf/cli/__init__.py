"""The `depyf` command, and the functions with which its sub-commands print."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from depyf.model.file_names import INDEX, REPORT
from depyf.reading.shown_text import visible, visible_line

if TYPE_CHECKING:
    from pathlib import Path


def print_text(text: str) -> None:
    """Print text that is Python source wherever it is kept.

    A terminal shows control characters escaped; a file gets the text as it is. What
    the encoding lacks is escaped in both.
    """
    stream = sys.stdout
    encoding = getattr(stream, "encoding", None) or "utf-8"
    if stream.isatty():
        text = visible(text)
    print(text.encode(encoding, "backslashreplace").decode(encoding))


def print_line(line: str) -> None:
    """Print one line for a person, whatever characters the names in it have."""
    print_text(visible_line(line))


def tell(line: str) -> None:
    """Report on stderr what depyf does, separate from the program's output."""
    print(f"depyf: {visible_line(line)}", file=sys.stderr, flush=True)


def first_to_open(written: Path, shown: Path) -> str:
    """Return the file of a dump to open first, and its counterpart in a browser.

    Args:
        written: where the files are.
        shown: the same directory, as the user named it.
    """
    line = f"open {shown / INDEX} first"
    if (written / REPORT).is_file():
        line += f"; {shown / REPORT} shows the same in a browser"
    return line
