"""Two functions that hooks for depyf 0.x call."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Callable

from depyf.reading.regular_files import read_regular
from depyf.workflow import current_compiled_fn_name as get_current_compiled_fn_name

__all__ = ["get_current_compiled_fn_name", "write_code_to_file_template"]


def write_code_to_file_template(src: str, path_template: str) -> str:
    """Write a text to a file with the first free number in its name; return the path.

    If a numbered file has exactly this text already, return that file.

    Args:
        src: the text.
        path_template: a path with one `%s` for the number.
    """
    return str(write_under_free_number(lambda _: src, path_template))


def write_under_free_number(text_for: Callable[[Path], str], template: str) -> Path:
    """Write `text_for(path)` to the template's first free path; return the path."""
    number = 0
    while True:
        path = Path(template % number)
        text = text_for(path)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            if not _holds(path, text):
                number += 1
                continue
        return path


def _holds(path: Path, text: str) -> bool:
    data = text.encode("utf-8")
    try:
        found = read_regular(path, 2 * len(data))
    except OSError:  # the path is no file, or the file is larger
        return False
    return found.replace(os.linesep.encode(), b"\n") == data
