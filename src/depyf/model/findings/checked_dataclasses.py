"""Find the dataclass whose constructor checks its fields, which torch cannot compile.

Dataclasses of pydantic do so.  Those of the standard library do not.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.names import place
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import text_of
from depyf.torch_text.break_words import checked_class

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break

STANDARD = "dataclasses.dataclass"
_DECORATOR = "dataclass"
_OPTIONS = {"frozen", "init", "repr", "eq", "order", "unsafe_hash", "kw_only", "slots"}


class CheckedDataclass(NamedTuple):
    """A dataclass of the program.

    Attributes:
        name: the name of the class.
        line: the line of the decorator.
        decorator: the decorator.
        new: the decorator of the standard library, with the same options.
    """

    name: str
    line: SourceLine
    decorator: ast.expr
    new: str


def checked_dataclass(one: Break) -> CheckedDataclass | None:
    """Return the dataclass at whose constructor a graph breaks, or None."""
    wanted = checked_class(one.event.reason, one.event.context)
    for file in program_files(one.run) if wanted else ():
        for node in ast.walk(index_of(file).tree):
            if not isinstance(node, ast.ClassDef) or node.name != wanted:
                continue
            for decorator in node.decorator_list:
                made = getattr(decorator, "func", decorator)
                if last_name(made) == _DECORATOR:
                    options = ", ".join(_kept(decorator, file.text))
                    new = f"{STANDARD}({options})" if options else STANDARD
                    line = line_of(file, decorator.lineno)
                    return CheckedDataclass(wanted, line, decorator, new)
    return None


def _kept(decorator: ast.expr, text: str) -> list[str]:
    """Return the options of a decorator that both libraries have."""
    given: list[ast.keyword] = getattr(decorator, "keywords", [])
    return [
        f"{one.arg}={text_of(one.value, text)}" for one in given if one.arg in _OPTIONS
    ]


def without_checks(one: Break) -> Cure:
    """Return the edit that makes it a plain dataclass; empty for other breaks."""
    found = checked_dataclass(one)
    if found is None:
        return Cure()
    return Cure(
        f"@{found.new}",
        f"as the decorator of `{found.name}` at {place(found.line)}: it then checks no "
        "fields",
    )
