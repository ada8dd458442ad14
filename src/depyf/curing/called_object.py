"""Name the object that is `self` in a compiled function, at a call of the function."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.curing.compile_calls import compile_calls
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.case import Case


def called_object(case: Case, call: ast.Call) -> str:
    """Return the source of the object; empty if the call does not show it.

    For ``agent.act(x)`` it is ``agent``, if `act` is a compiled method or an attribute
    with one; for ``model(x)`` it is ``model``.  For ``self.step(x)``, it is
    ``self.model`` after ``self.step = torch.compile(self.model)``.
    """
    if not isinstance(call.func, (ast.Name, ast.Attribute)):
        return ""
    method, name = case.group.frame.co_name, last_name(call.func)
    owner, _, _ = dotted(call.func).rpartition(".")
    for one in compile_calls(case.files, case.known):
        if name not in one.site.assigned:
            continue
        given = getattr(one.node, "args", ())
        compiled = dotted(given[0]) if given else ""
        if method in one.site.of:
            bound = compiled.rpartition(".")[0]
            return owner if bound == "self" else bound
        if owner == "self" and compiled.startswith("self."):
            return compiled
    return owner if name == method and owner else dotted(call.func)
