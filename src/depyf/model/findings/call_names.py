"""Name an argument of a library's wrapper as the program passes or receives it.

torch compiles a partial or another callable object through a function with ``*args``,
whose names say nothing to the user.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.argument_items import parameter_of
from depyf.model.findings.names import is_library
from depyf.model.findings.passed_values import passed_by_call
from depyf.model.findings.user_names import reached
from depyf.model.python_text import dotted
from depyf.torch_text.names import argument_of_wrapper

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def said_at_call(group: Group) -> str:
    """Return a value by its name at the call, in backticks; "" for other values.

    If the call passes no name, this is the parameter of the user's function.
    """
    source = group.first.source
    argument = argument_of_wrapper(source)
    if not argument or not is_library(group.frame.file):
        return ""
    value = reached(group.run, group.frame, group.first)
    found = passed_by_call(group, value) if value is not None else None
    name = dotted(found[1]) if found and isinstance(found[1], ast.expr) else ""
    if not name and value is not None:
        given = parameter_of(group, value)
        name = given.name if given is not None else ""
    return f"`{name}{source[len(argument) :]}`" if name else ""
