"""The line of the program that has torch compile each size on its own."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.conditions import fixed_by
from depyf.model.findings.program_index import constant, last_name
from depyf.model.findings.program_text import index_of, line_of, program_files

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_NAME = "dynamic"
_TAKE_OPTIONS = {"compile", "dict", "partial"}
# What else has torch compile each size on its own.
_OTHERS = (
    "automatic_dynamic_shapes", "assume_static_by_default", "mark_static",
    "set_stance", "specialize_int", "fail_on_recompile",
)  # fmt: skip


def static_option(group: Group) -> SourceLine | None:
    """Return the line that says `dynamic=False`, where this makes sizes constants.

    torch makes a size dynamic once it changed.  Where it did not, no line made the
    size a constant, and one line alone of the program asks for that, it is this.
    """
    if fixed_by(group) is not None:
        return None
    files = program_files(group.run)
    if any(name in file.text for file in files for name in _OTHERS):
        return None
    found = [
        line_of(file, node.lineno)
        for file in files
        for node in _values(index_of(file).tree)
        if constant(node) is False
    ]
    return found[0] if len(found) == 1 else None


def _values(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what the option is given in calls and tables of options."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and last_name(node.func) in _TAKE_OPTIONS:
            yield from (one.value for one in node.keywords if one.arg == _NAME)
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values)
            yield from (value for key, value in pairs if constant(key) == _NAME)
