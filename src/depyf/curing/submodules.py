"""Compile the submodules of a module instead of the module itself.

Its `forward` unpacks or packs what differs from call to call; the submodules get
tensors.  This is for modules that `Module.compile` compiles.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.compile_calls import compile_calls
from depyf.curing.program_files import are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import class_of, functions_named, source_of
from depyf.model.findings.program_index import own_nodes
from depyf.model.findings.program_text import function_at
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.compile_calls import CompileCall
    from depyf.curing.program_files import Edit

_MOST = 3
_FORWARD = "forward"


def compiled_submodules(case: Case) -> Iterator[Proposal]:
    """Yield the edit that compiles submodules, instead of ``module.compile()``."""
    names = _submodules(case)
    if not 0 < len(names) <= _MOST:
        return
    edits = [
        edit
        for one in compile_calls(case.files, case.known)
        for edit in _edit(case, one, names)
    ]
    if edits and are_apart(edits):
        listed = ", ".join(f"`{one}`" for one in names)
        what = f"compile the submodules {listed} instead of the module"
        yield Proposal(case.finding, what, tuple(edits))


def _submodules(case: Case) -> list[str]:
    """Return the submodules that the compiled `forward` calls, each once."""
    frame = case.group.frame
    if frame.co_name != _FORWARD or not case.files.is_own(frame.file):
        return []
    tree = case.files.tree(frame.file)
    forward = function_at(tree, frame.first_line)
    if forward is None or forward.name != _FORWARD:
        return []
    owner = class_of(tree, forward)
    if owner is None:
        return []
    created = {
        node.attr
        for init in functions_named(owner, "__init__")
        for node in ast.walk(init)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    called = [
        dotted(node.func).partition(".")[2]
        for node in own_nodes(forward)
        if isinstance(node, ast.Call) and dotted(node.func).startswith("self.")
    ]
    return [one for one in dict.fromkeys(called) if one in created]


def _edit(case: Case, one: CompileCall, names: list[str]) -> Iterator[Edit]:
    """Yield the edit of a statement ``module.compile(...)``."""
    files, call = case.files, one.node
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return
    if dotted(call.func).startswith("torch."):
        return
    for node in ast.walk(files.tree(one.file)):
        if isinstance(node, ast.Expr) and node.value is call:
            lines = files.lines(one.file)
            owner, whole = source_of(lines, call.func.value), source_of(lines, call)
            new = [f"{owner}.{name}{whole[len(owner) :]}" for name in names]
            yield instead(files, one.file, node, *new)
