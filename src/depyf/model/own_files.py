"""Decide which files of a directory are depyf's own and may be replaced.

A manifest is no proof of that: whoever sends a dump can write into it what they like.
A file is depyf's where no other program uses such a name, as for
``__transformed_code_0_for_f.py``.  Where others use the name as well, as ``index.md``,
the file has to begin as depyf begins it.
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

#: What is put behind the name of a file that is not depyf's.
ASIDE = ".before-depyf"
_HEAD = 4 << 20  # bytes; summary.json begins with arguments, which Linux lets be 2 MiB
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
#: How files begin whose names others use as well, from the first depyf that wrote them.
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
    """Return whether depyf uses a file name; other programs may use it, too.

    >>> is_own_name("__transformed_code_0_for_f.py"), is_own_name("pid_7/index.md")
    (True, True)
    >>> is_own_name("mine.txt"), is_own_name("../index.md")
    (False, False)

    Args:
        name: relative to a dump directory.
    """
    return _ONLY_OURS.fullmatch(name) is not None or _mark_of(name) is not None


def is_ours(folder: HeldFolder, name: str) -> bool:
    """Return whether a file may be replaced without a message.

    Args:
        folder: the directory.
        name: of a file that is there.

    Raises:
        OSError: it cannot be looked at.
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
        name: of a file that is to be written.

    Returns:
        The name that it has now; empty where there was nothing to rename.

    Raises:
        OSError: it cannot be looked at or renamed.
    """
    return "" if is_ours(folder, name) else folder.put_aside(name, ASIDE)


def kept_words(name: str, aside: str) -> str:
    """Return the sentence that says where a user's file was moved."""
    return f"`{name}` was there and depyf did not write it: it is now `{aside}`"


def _mark_of(name: str) -> re.Pattern[bytes] | None:
    """Return the beginning of a depyf file with this name, as a pattern."""
    found = _WORDS.fullmatch(name)
    if found is None:
        return None
    word = found[1]
    if word.startswith(FLOW):
        word = word[word.rfind(".") :]
    return _MARKS.get(word)
