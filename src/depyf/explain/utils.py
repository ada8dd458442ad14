"""Two functions that hooks written for older versions call."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Callable

from depyf.reading.regular_files import read_regular
from depyf.workflow import current_compiled_fn_name as get_current_compiled_fn_name

__all__ = ["get_current_compiled_fn_name", "write_code_to_file_template"]


def write_code_to_file_template(src: str, path_template: str) -> str:
    """Write a text under the first free number, and return the path.

    A file that holds this very text already is used as it is.

    Args:
        src: the text.
        path_template: a path with one `%s` where the number goes.
    """
    return str(write_under_free_number(lambda _: src, path_template))


def write_under_free_number(text_for: Callable[[Path], str], template: str) -> Path:
    """Write a text that may contain its own path, and return the path."""
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
    except OSError:  # it is larger, or no file
        return False
    return found.replace(os.linesep.encode(), b"\n") == data
