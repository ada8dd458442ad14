"""The rule on ``class`` statements in compiled code, which torch cannot trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.new_classes import uses_function
from depyf.model.findings.program_text import program_files
from depyf.model.findings.rule import Cure, Rule

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

_STATEMENT = "class "


def class_made(one: Break) -> str:
    """Return the name of the class that the line of a break defines; or ""."""
    where = one.where
    if where is None or one.is_in_library or not where.text.startswith(_STATEMENT):
        return ""
    name = where.text[len(_STATEMENT) :].partition("(")[0].rstrip(": ")
    return name if name.isidentifier() else ""


def _cure(one: Break) -> Cure:
    name, function = class_made(one), one.function
    if uses_function(program_files(one.run), function, name):
        return Cure(
            "",
            f"call `{function}` once outside of the compiled code, such as in "
            f"`__init__`, and keep its result: `{name}` uses variables of `{function}`",
        )
    return Cure(f"class {name}:", f"at the top of the module, not inside `{function}`")


CLASS_STATEMENT: Rule[Break] = Rule(
    "class-statement",
    when=class_made,
    cure=_cure,
    title="{it.state}: a `class` statement",
)
