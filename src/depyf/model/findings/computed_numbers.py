"""Name the number that a loop counts to, if it is computed from the one that varies.

Several values of the varying number may then share an entry.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol
from depyf.model.findings.conditions import fixed_by
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import text_of

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group


def computed_number(group: Group) -> str:
    """Return the number at the line that makes the varying one a constant.

    The result is empty if the line compares the varying number itself.
    """
    line = fixed_by(group)
    file = file_of(group.run, line)
    if line is None or file is None or not _is_computed(group, line):
        return ""
    for call in index_of(file).calls_at(line.line):
        if last_name(call.func) == "range" and len(call.args) == 1:
            counted = call.args[0]
            is_named = isinstance(counted, (ast.Name, ast.Attribute))
            return text_of(counted, file.text) if is_named else ""
    return ""


def _is_computed(group: Group, line: SourceLine) -> bool:
    """Return whether the condition of a line is not on the varying number alone."""
    for one in group.compilations:
        symbols = one.facts.all(ShapeSymbol)
        own = [each.symbol for each in symbols if each.source == group.first.literal]
        for guard in one.facts.all(ShapeGuard):
            if guard.line == line and own:
                return not guard.expression.startswith(f"Eq({own[0]}, ")
    return False


def value_that_counts(group: Group) -> str:
    """Return the number that needs an entry for each value, with code in backticks."""
    computed = computed_number(group)
    if not computed:
        return f"`{group.shown}`{group.values_said}"
    return f"`{computed}`, which depends on `{group.shown}`"
