"""Advise to keep a tensor where a line reads its value with `item()`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.kept_numbers import kept_for_later
from depyf.model.findings.names import place
from depyf.model.findings.program_text import calls_of
from depyf.model.findings.rule import Cure
from depyf.model.findings.wrappers import IS_COMPILING
from depyf.model.python_text import parsed_statement, text_of
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break

ITEM = ".item()"
_OPERANDS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
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


def left_a_tensor(one: Break, where: SourceLine, setting: Cure) -> Cure:
    """Return the edit that leaves `item()` out, with the setting where it is needed.

    Args:
        one: the break.
        where: the line that reads the value.
        setting: the cure for a value that must be a number; it is the result, too, if
            the line itself needs a number.
    """
    is_plain = where.text.count(ITEM) == 1 and not _CONVERTED.search(where.text)
    edit = ""
    if setting.edit and is_plain:
        edit = _in_compiled_code(where) if _is_shared(one, where) else _detached(where)
    if not edit:
        return setting
    return Cure(
        edit,
        f"instead of {place(where)}, if a tensor will do for what reads it; else set "
        f"`{setting.edit}` before the first call",
    )


def _is_shared(one: Break, where: SourceLine) -> bool:
    """Return whether calls that do not lead to the break call the line's function."""
    leading = {(line.file, line.line) for e in one.events for line in e.user_stack}
    calls = {(line.file, line.line) for line in calls_of(one.run, where.function)}
    return not calls <= leading


def _in_compiled_code(where: SourceLine) -> str:
    """Return the line with a tensor in compiled code only; empty if it does more."""
    read = where.text[: -len(ITEM)]
    value = getattr(parsed_statement(read), "value", None)
    if not where.text.endswith(ITEM) or not isinstance(value, _OPERANDS):
        return ""
    return f"{read}.detach() if {IS_COMPILING} else {text_of(value, read)}{ITEM}"


def _detached(where: SourceLine) -> str:
    # Like a number, the tensor that `detach` gives has no gradient.
    return where.text.replace(ITEM, ".detach()")
