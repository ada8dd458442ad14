"""Read which arguments a call passes for the parameters of a function."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.curing.syntax import source_of
from depyf.model.findings.expression_parts import passed_to
from depyf.model.findings.program_index import parameters_of
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.findings.program_index import Function

CALLED = {"forward", "__call__"}  # these run by a call of the object itself
_SIMPLE = (ast.Name, ast.Attribute, ast.Constant)


def argument(function: Function, call: ast.Call, name: str) -> ast.expr | None:
    """Return the expression that a call passes for a parameter; None if unclear."""
    is_bound = parameters_of(function)[:1] == ["self"]
    return passed_to(function, call, name, is_bound=is_bound)


def simple_arguments(
    lines: Sequence[str], function: Function, call: ast.Call
) -> dict[str, str]:
    """Return the source of the simple arguments of a call, by parameter.

    Simple are variables, attributes and constants; `self` is the object before the
    method's name, or a called module itself.
    """
    found = {}
    is_called = function.name in CALLED and last_name(call.func) != function.name
    for name in parameters_of(function):
        passed = argument(function, call, name)
        if name == "self" and isinstance(call.func, ast.Attribute):
            passed = call.func if is_called else call.func.value
        if isinstance(passed, _SIMPLE):
            found[name] = source_of(lines, passed)
    return found


def with_names(source: str, node: ast.expr, given: Mapping[str, str]) -> str:
    """Return the source of an expression with other expressions for some variables.

    Args:
        source: the source, of one line.
        node: the expression.
        given: the source to insert, by variable.
    """
    text, start = source.encode(), node.col_offset
    names = (one for one in ast.walk(node) if isinstance(one, ast.Name))
    parts = [
        (one.col_offset - start, (one.end_col_offset or 0) - start, given[one.id])
        for one in names
        if one.id in given
    ]
    for first, last, new in sorted(parts, reverse=True):
        text = text[:first] + new.encode() + text[last:]
    return text.decode()
