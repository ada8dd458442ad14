"""The `depyf` command, and the functions with which its sub-commands print."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Iterator

from depyf.errors import OutputNotWrittenError
from depyf.model.file_names import INDEX, REPORT
from depyf.reading.shown_text import visible, visible_line

if TYPE_CHECKING:
    from pathlib import Path


def print_text(text: str) -> None:
    """Print a text that may be saved as Python source.

    On a terminal, control characters are escaped; a file gets the text as it is. In
    both, characters that the encoding lacks are escaped.
    """
    stream = sys.stdout
    if stream is None:  # it was closed before Python began
        return
    encoding = getattr(stream, "encoding", None) or "utf-8"
    if stream.isatty():
        text = visible(text)
    with writing_output():
        print(text.encode(encoding, "backslashreplace").decode(encoding))


@contextmanager
def writing_output() -> Iterator[None]:
    """Raise depyf's own exception for errors of stdout, except for a closed pipe."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        message = f"the output cannot be written: {error.strerror or error}"
        raise OutputNotWrittenError(message) from error


def print_line(line: str) -> None:
    """Print one line, with control characters and line breaks escaped."""
    print_text(visible_line(line))


def tell(line: str) -> None:
    """Print a line of depyf's own on stderr, apart from the program's output."""
    print(f"depyf: {visible_line(line)}", file=sys.stderr, flush=True)


def first_to_open(written: Path, shown: Path) -> str:
    """Return a line that names the files of a dump to open first.

    Args:
        written: the directory of the dump.
        shown: the same directory, as the user wrote it.
    """
    line = f"open {shown / INDEX} first"
    if (written / REPORT).is_file():
        line += f"; {shown / REPORT} shows the same in a browser"
    return line
