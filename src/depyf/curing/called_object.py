"""Name the object that is `self` in a compiled function, at a call of the function."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.curing.compile_calls import compile_calls
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from typing import Sequence

    from depyf.curing.program_files import ProgramFiles


def called_object(
    files: ProgramFiles, known: Sequence[str], method: str, call: ast.Call
) -> str:
    """Return the source of the object; empty if the call does not show it.

    Args:
        files: the program's files.
        known: their paths.
        method: the name of the compiled method, such as ``forward``.
        call: the call.

    For ``agent.act(x)`` it is ``agent``, if `act` is a compiled method or an attribute
    with one; for ``model(x)`` it is ``model``.  For ``self.step(x)``, it is
    ``self.model`` after ``self.step = torch.compile(self.model)``.
    """
    if not isinstance(call.func, (ast.Name, ast.Attribute)):
        return ""
    name = last_name(call.func)
    owner, _, _ = dotted(call.func).rpartition(".")
    sites = [one.site for one in compile_calls(files, known)]
    for site in (one for one in sites if name in one.assigned):
        given = getattr(site.node, "args", ())
        compiled = dotted(given[0]) if given else ""
        if method in site.of:
            bound = compiled.rpartition(".")[0]
            return owner if bound == "self" else bound
        if owner == "self" and compiled.startswith("self."):
            return compiled
    if any(name in one.assigned for one in sites):
        return dotted(call.func)  # a compiled module has the attributes of the module
    return owner if name == method and owner else dotted(call.func)
