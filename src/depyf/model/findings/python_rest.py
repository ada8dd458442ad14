"""Recognize graph breaks after which a function goes on as plain Python."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break


def goes_on_in_python(one: Break) -> bool:
    """Return whether torch compiles no code after a break, although there is some.

    After some breaks, such as at an RNN, torch leaves the rest of the function as it
    is.  Nothing is left after a break in the last statement, such as a ``return``.
    """
    if any(each.entry is None or each.resumes for each in one.compilations):
        return False
    file, name = one.frame.file, one.frame.co_name
    for line in one.event.user_stack:
        tree = one.tree_around(line) if line.file == file else None
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if node.name == name:
                    return line.line < node.body[-1].lineno
    return False
