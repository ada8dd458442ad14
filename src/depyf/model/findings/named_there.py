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


CALLED = " is called "


def before_call(group: Group, which: str = "") -> str:
    """Return a note that says where to edit an argument, and its name there."""
    line = group.called_at
    if line is None:
        return f"before the {which}call"
    note = f"before the {which}call at {place(line)}"
    name = root_name(group.source)
    passed = passed_names(group.frame)
    if name in passed:
        there = rewriting.passed_as(line.text, name, passed.index(name))
        note += f", where `{name}`{CALLED}`{there}`" if there else ""
    return note


def is_named_at_call(group: Group) -> bool:
    """Return whether an edit with the parameter's name can stand before the call.

    In ``step(*batch)`` the caller has no name for an argument, and elsewhere it may
    have another one.  True if the source is not recorded.
    """
    line, name = group.called_at, root_name(group.source)
    file = file_of(group.run, line)
    if line is None or file is None or not name.isidentifier():
        return True
    function: ast.AST = index_of(file).function_at(line.line) or index_of(file).tree
    return name in {
        getattr(one, "id", getattr(one, "arg", "")) for one in ast.walk(function)
    }
