"""Say where to edit an argument, and whether the caller knows its name."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings import rewriting
from depyf.model.findings.causes import root_name
from depyf.model.findings.names import passed_names, place
from depyf.model.findings.program_text import file_of, index_of

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def before_call(group: Group, which: str = "") -> str:
    """Return a note that says where to edit an argument, and its name there."""
    note = _at_call(group, f"before the {which}call")
    there = _name_there(group)
    return note + (f", where `{_name(group)}` is called `{there}`" if there else "")


def in_call(group: Group) -> str:
    """Return a note that says in which call to pass an argument differently."""
    return _at_call(group, "in the call")


def _at_call(group: Group, words: str) -> str:
    line = group.called_at
    return words if line is None else f"{words} at {place(line)}"


def _name(group: Group) -> str:
    return root_name(group.source)


def _name_there(group: Group) -> str:
    """Return the expression that the call passes, if it is another one; else ""."""
    line, name, passed = group.called_at, _name(group), passed_names(group.frame)
    if line is None or name not in passed:
        return ""
    return rewriting.passed_as(line.text, name, passed.index(name))


def is_named_at_call(group: Group) -> bool:
    """Return whether the call passes an expression that an edit can name.

    In ``step(*batch)``, there is none.  True if the source is not recorded.
    """
    line, name = group.called_at, _name(group)
    file = file_of(group.run, line)
    if line is None or file is None or not name.isidentifier() or _name_there(group):
        return True
    function: ast.AST = index_of(file).function_at(line.line) or index_of(file).tree
    return name in {
        getattr(one, "id", getattr(one, "arg", "")) for one in ast.walk(function)
    }
