"""Decide which files of a directory are depyf's own and may be replaced.

A manifest would not prove it, because the sender of a dump can change the manifest.  A
file is depyf's if no other program uses such a name, such as
``__transformed_code_0_for_f.py``.  If other programs use the name as well, such as
``index.md``, the file must also begin as depyf's file does.
"""

from __future__ import annotations

import re
import stat
from typing import TYPE_CHECKING

from depyf.model.file_names import (
    CURE_FIGURES,
    CURE_PAGE,
    CURE_PATCH,
    FLOW,
    INDEX,
    JOURNAL,
    REPORT,
    SEQUENCE,
    SUMMARY,
)

if TYPE_CHECKING:
    from depyf.reading.held_folder import HeldFolder

__all__ = ["ASIDE", "is_ours", "is_own_name", "kept_words", "make_room"]

#: The suffix for files of other programs that depyf renames.
ASIDE = ".before-depyf"
_HEAD = 4 << 20  # bytes; summary.json begins with the arguments, up to 2 MiB on Linux
_ANY_FOLDER = r"(?:(?:pid|rank|log)_\w+/)*"
_ONLY_OURS = re.compile(
    _ANY_FOLDER + r"(?:full_code_for_\w+_\d+\.py"
    r"|__transformed_code_\d+_for_\w+(?:\.\w+)+"
    r"|(?:__compiled_fn_\w+|compilation_\w+|unattributed\w*)\.[\w.\-]+\.py"
    r"|fx_graph_code_\d+\.py"
    r"|depyf_failures\.txt)",
    re.ASCII,
)
_WORDS = re.compile(
    rf"{_ANY_FOLDER}({FLOW}(?:_for_\w+)?\.(?:svg|mmd)|[\w.]+)", re.ASCII
)
#: The beginnings of files whose names other programs use, too, for all depyf versions.
_BEGINNINGS = {
    INDEX: (
        rb"# (?s:.*?)\son\storch\s\S*,\sPython\s\S*:\s\d+\sgraphs?,"
        rb"|# The report could not be made\n"
    ),
    REPORT: r"<!DOCTYPE html>(?s:.*?)<title>[^<]*· depyf</title>".encode(),
    SUMMARY: rb'\{\s*"schema": ?\d+,\s*"program": ?"(?s:.*?)"depyf": ?"',
    SEQUENCE: rb'\{\s*"rank": ?\d+,\s*"world": ?\d+,\s*"steps": ?\[',
    JOURNAL: rb'\s*\{"kind": ?"\w+"',
    CURE_PATCH: rb"# Edits that `depyf cure` kept\.\n",
    CURE_FIGURES: rb'\{\s*"after": ?(?:null|\{)(?s:.*?)"before": ?(?:null|\{)',
    CURE_PAGE: rb"# What depyf tried\n",
    ".svg": rb"<svg [^>]*>\s*<title>[^<]*</title>\s*<desc>[^<]*</desc>\s*<g fill=",
    ".mmd": rb"flowchart TD\n {4}accTitle: ",
}
_MARKS = {name: re.compile(text) for name, text in _BEGINNINGS.items()}


def is_own_name(name: str) -> bool:
    """Return whether depyf uses a file name, which other programs may use as well.

    >>> is_own_name("__transformed_code_0_for_f.py"), is_own_name("pid_7/index.md")
    (True, True)
    >>> is_own_name("mine.txt"), is_own_name("../index.md")
    (False, False)

    Args:
        name: the path of the file relative to a dump directory.
    """
    return _ONLY_OURS.fullmatch(name) is not None or _mark_of(name) is not None


def is_ours(folder: HeldFolder, name: str) -> bool:
    """Return whether a file is missing or depyf's own, so that depyf may write it.

    Args:
        folder: the directory.
        name: the name of the file.

    Raises:
        OSError: the file cannot be read.
    """
    status = folder.status(name)
    if status is None:
        return True
    if _ONLY_OURS.fullmatch(name):
        return not stat.S_ISDIR(status.st_mode)
    mark = _mark_of(name)
    if mark is None or not stat.S_ISREG(status.st_mode):
        return False
    return status.st_size == 0 or mark.match(folder.head(name, _HEAD)) is not None


def make_room(folder: HeldFolder, name: str) -> str:
    """Rename a file that depyf did not write, if it has a name that depyf needs.

    Args:
        folder: the directory.
        name: the name of a file that depyf is about to write.

    Returns:
        The new name of the old file; empty if no file was renamed.

    Raises:
        OSError: the file cannot be read or renamed.
    """
    return "" if is_ours(folder, name) else folder.put_aside(name, ASIDE)


def kept_words(name: str, aside: str) -> str:
    """Return the sentence that says where a user's file was moved."""
    return f"`{name}` was there and depyf did not write it: it is now `{aside}`"


def _mark_of(name: str) -> re.Pattern[bytes] | None:
    """Return the pattern for the beginning of depyf's file of this name, or None."""
    found = _WORDS.fullmatch(name)
    if found is None:
        return None
    word = found[1]
    if word.startswith(FLOW):
        word = word[word.rfind(".") :]
    return _MARKS.get(word)
