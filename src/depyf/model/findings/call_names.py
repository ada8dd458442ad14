"""Name an argument of a library's wrapper as the program passes or receives it.

torch compiles a partial or another callable object through a function with ``*args``,
whose names say nothing to the user.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.model.by_identity import once_each
from depyf.model.findings.argument_items import parameter_of
from depyf.model.findings.names import is_library
from depyf.model.findings.passed_values import passed_by_call
from depyf.model.findings.user_names import reached
from depyf.model.python_text import dotted
from depyf.torch_text.names import argument_of_wrapper

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.findings.user_names import Reached

_ORDER = "first", "second", "third", "fourth"


def said_at_call(group: Group) -> str:
    """Return a value by its name at the call, in backticks; "" for other values.

    If the call passes no name, this is the parameter of the user's function.
    """
    source = group.first.source
    argument = argument_of_wrapper(source)
    if not argument or not is_library(group.frame.file):
        return ""
    rest = source[len(argument) :]
    if differing_calls(group):
        which = f"the argument `{argument}`"
        for number, ordinal in enumerate(_ORDER):
            if argument == f"args[{number}]":
                which = f"the {ordinal} argument"
        return f"`{rest.lstrip('.')}` of {which}" if rest else which
    value = reached(group.run, group.frame, group.first)
    name = _name_at_call(group, value) if value is not None else ""
    if not name and value is not None:
        given = parameter_of(group, value)
        name = given.name if given is not None else ""
    return f"`{name}{rest}`" if name else ""


@once_each
def differing_calls(group: Group) -> tuple[SourceLine, ...]:
    """Return the calls of a library's wrapper, if they pass different variables.

    Then no single name says what the wrapper gets, and no single line where from.
    """
    if not argument_of_wrapper(group.source) or not is_library(group.frame.file):
        return ()
    value = reached(group.run, group.frame, group.first)
    if value is None:
        return ()
    called: dict[SourceLine, str] = {}
    for made in group.frame.compilations:
        one = replace(group, compilations=[made])
        if one.called_at is not None:
            called[one.called_at] = _name_at_call(one, value)
    names = {*called.values()}  # "" for an expression, or for several calls on a line
    return tuple(called) if len(names) > 1 else ()


def _name_at_call(group: Group, value: Reached) -> str:
    """Return the variable that the latest call of a group passes, or ""."""
    found = passed_by_call(group, value)
    return dotted(found[1]) if found and isinstance(found[1], ast.expr) else ""
