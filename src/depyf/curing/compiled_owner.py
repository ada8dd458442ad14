"""Compile a model as a whole instead of each of its blocks.

All blocks share one function, which needs an entry for each value in which they differ.
In the compiled model, each block has its own part of the graph.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.compile_calls import compile_calls, keywords_of
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import source_of
from depyf.model.findings.syntax_parts import last_name
from depyf.model.instances import instances_of

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.compile_calls import CompileCall
    from depyf.curing.program_files import Edit

_FEWEST = 2  # blocks that share a function
# Functions and methods that give the items of their argument or object.
_ITEMS = {
    "enumerate", "reversed", "list", "tuple", "iter",
    "children", "named_children", "items", "values",
}  # fmt: skip


def compiled_owner(case: Case) -> Iterator[Proposal]:
    """Yield the edit of each loop that compiles one block after the other."""
    blocks = instances_of(case.group.frame)
    if sum(len((*one.made, *one.refused, *one.others)) for one in blocks) < _FEWEST:
        return
    for one in compile_calls(case.files, case.known):
        edit = _edit(case, one)
        if edit is not None:
            what = f"compile the whole model, not its blocks: `{edit.lines[0].strip()}`"
            yield Proposal(case.finding, what, (edit,))


def _edit(case: Case, site: CompileCall) -> Edit | None:
    """Return the edit of the loop around a call; None if it does more than compile."""
    files, call = case.files, site.node
    if not isinstance(call, ast.Call):
        return None
    lines = files.lines(site.file)
    for loop in ast.walk(files.tree(site.file)):
        if not isinstance(loop, ast.For) or len(loop.body) != 1 or loop.orelse:
            continue
        if all(node is not call for node in ast.walk(loop.body[0])):
            continue
        blocks = _items(loop.iter)
        names = {
            node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)
        }
        if not isinstance(blocks, ast.Attribute) or _block(call) not in names:
            return None
        owner = source_of(lines, blocks.value)
        return instead(
            files, site.file, loop, f"{owner}.compile({keywords_of(lines, call)})"
        )
    return None


def _items(node: ast.expr) -> ast.expr:
    """Return the expression whose items a loop visits."""
    while isinstance(node, ast.Call) and last_name(node.func) in _ITEMS:
        if node.args:
            node = node.args[0]
        elif isinstance(node.func, ast.Attribute):
            node = node.func.value
        else:
            break
    return node


def _block(call: ast.Call) -> str:
    """Return the name of `block` in `torch.compile(block)` or `block.compile()`."""
    is_of_torch = bool(call.args)
    compiled = call.args[0] if is_of_torch else getattr(call.func, "value", call)
    return last_name(compiled)
