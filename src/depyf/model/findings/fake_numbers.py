"""Find `int()` of a size in a fake implementation, which makes the size a constant.

Dynamo leaves `int()` of a size out as it traces.  But torch runs the fake
implementation of an operator with symbols for sizes, and there `int()` needs a number.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.detail_events import ShapeGuard
from depyf.model.findings.conditions import fixed_by
from depyf.model.findings.names import place
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.rule import Cure
from depyf.model.python_text import text_of

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group


class FakeNumber(NamedTuple):
    """A call such as ``int(n)`` in a function that torch runs with symbols.

    Attributes:
        line: its line.
        call: the call.
        value: the source of its argument, which cures as the value instead of the call.
        edited: the line with that value.
    """

    line: SourceLine
    call: ast.Call
    value: str
    edited: str


def fake_number(group: Group) -> FakeNumber | None:
    """Return the call on the line that made the size a constant; None if unclear."""
    line = fixed_by(group)
    file = file_of(group.run, line)
    guards = (one.facts.all(ShapeGuard) for one in group.compilations)
    if line is None or file is None:
        return None
    if not any(one.run_line == line for every in guards for one in every):
        return None
    calls = [one for one in ast.walk(index_of(file).tree) if _is_number(one, line)]
    if len(calls) != 1 or not isinstance(calls[0], ast.Call):
        return None
    whole = text_of(calls[0], file.text)
    value = text_of(calls[0].args[0], file.text)
    return FakeNumber(line, calls[0], value, line.text.replace(whole, value))


def _is_number(node: ast.AST, line: SourceLine) -> bool:
    return (
        isinstance(node, ast.Call)
        and node.lineno == node.end_lineno == line.line
        and isinstance(node.func, ast.Name)
        and node.func.id == "int"
        and len(node.args) == 1
        and isinstance(node.args[0], (ast.Name, ast.Attribute, ast.Subscript))
        and not node.keywords
    )


def kept_a_symbol(group: Group) -> Cure:
    """Return the edit of the line that leaves `int()` out; empty if there is none."""
    found = fake_number(group)
    if found is None:
        return Cure()
    return Cure(found.edited, f"at {place(found.line)}: torch runs it with any size")
