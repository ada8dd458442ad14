"""Advise to keep a tensor where a line reads its value with `item()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.kept_numbers import kept_for_later
from depyf.model.findings.names import place
from depyf.model.findings.rule import Cure
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break

ITEM = ".item()"
# What needs a Python number around `item()`: a conversion, or a text.
_CONVERTED = regex(r"\b(?:int|float|bool|round|range|str|format)\(|\bf[\"']")


def stored_as_tensor(one: Break, where: SourceLine) -> Cure | None:
    """Return the edit of a line that stores a number which only other code reads."""
    kept = kept_for_later(one)
    if kept is None or kept.where.line != where.line or where.text.count(ITEM) != 1:
        return None
    return Cure(
        _detached(where),
        f"instead of {place(where)}; code that reads `{kept.attribute}` later can use "
        "`float(...)`",
    )


def left_a_tensor(where: SourceLine, setting: Cure) -> Cure:
    """Return the edit that leaves `item()` out, with the setting where it is needed.

    Args:
        where: the line that reads the value.
        setting: the cure for a value that must be a number; it is the result, too, if
            the line itself needs a number.
    """
    is_plain = where.text.count(ITEM) == 1 and not _CONVERTED.search(where.text)
    if not setting.edit or not is_plain:
        return setting
    return Cure(
        _detached(where),
        f"instead of {place(where)}, if a tensor will do for what reads it; else set "
        f"`{setting.edit}` before the first call",
    )


def _detached(where: SourceLine) -> str:
    # Like a number, the tensor that `detach` gives has no gradient.
    return where.text.replace(ITEM, ".detach()")
