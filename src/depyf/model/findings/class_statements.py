"""The rule on ``class`` statements in compiled code, which torch cannot trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.new_classes import uses_function
from depyf.model.findings.program_index import parameters_of
from depyf.model.findings.program_text import index_of, program_files
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
    files = program_files(one.run)
    if not uses_function(files, function, name):
        where = f"at the top of the module, not inside `{function}`"
        return Cure(f"class {name}:", where)
    methods = (
        parameters_of(node)[:1] == ["self"]
        for file in files
        for node in index_of(file).functions.get(function, ())
    )
    if any(methods):  # its object may be another one in each call
        return Cure(
            "",
            f"define `{name}` at the top of the module, and pass what it uses of "
            f"`{function}` to its `__init__`",
        )
    return Cure(
        "",
        f"call `{function}` once outside of the compiled code, such as in `__init__`, "
        f"and keep its result: `{name}` uses variables of `{function}`",
    )


CLASS_STATEMENT: Rule[Break] = Rule(
    "class-statement",
    when=class_made,
    cure=_cure,
    title="{it.state}: a `class` statement",
)
