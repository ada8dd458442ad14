"""Run a loop to its end, if a test on a tensor's value would end it earlier.

After the test is true, `torch.where` keeps the value of each variable.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.blocks import free_name, is_alone, loaded_names, stored_names
from depyf.curing.program_files import Edit
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import indent_of
from depyf.model.findings.branch_edits import condition
from depyf.model.findings.program_index import first_line, last_line
from depyf.model.findings.program_text import function_at

if TYPE_CHECKING:
    from depyf.curing.proposal import Proposal
    from depyf.curing.spot import Spot

_SIMPLE = (ast.Assign, ast.AnnAssign)
_MOST = 6  # the most variables


def whole_loop(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that runs a loop to its end if a test on a tensor leaves it."""
    node, file = spot.statement, spot.line.file
    tree = spot.files.tree(file)
    around = function_at(tree, spot.line.line)
    loop = next(
        (
            one
            for one in ast.walk(tree)
            if isinstance(one, ast.For) and node in one.body
        ),
        None,
    )
    if around is None or loop is None or not isinstance(node, ast.If):
        return
    at = loop.body.index(node)
    parts = loop.body[:at], loop.body[at + 1 :]
    test = condition(node.test, spot.source)
    if not test or not _is_simple(node, loop, parts) or not _are_alone(spot, loop):
        return
    kept = _carried(around, loop)
    if not kept or len(kept) > _MOST:
        return
    stopped = free_name(tree, "stopped")
    names = {name: free_name(tree, f"{name}_before") for name in kept}
    lines = spot.files.lines(file)
    outer, inner = (indent_of(lines[one.lineno - 1]) for one in (loop, node))
    new = [
        f"{outer}{stopped} = torch.zeros((), dtype=torch.bool)",
        *lines[loop.lineno - 1 : first_line(loop.body[0]) - 1],
    ]
    for number, part in enumerate(parts):
        own = [name for name in kept if name in stored_names(part)]
        new += [f"{inner}{names[name]} = {name}" for name in own]
        for one in part:
            new += lines[first_line(one) - 1 : last_line(one)]
        new += [
            f"{inner}{name} = torch.where({stopped}, {names[name]}, {name})"
            for name in own
        ]
        if number == 0:
            new.append(f"{inner}{stopped} = {stopped} | ({test})")
    what = "run all iterations, and choose with `torch.where` which values count"
    edit = Edit(file, loop.lineno, last_line(loop), tuple(new))
    yield with_torch(spot.files, spot.finding, what, [edit])


def _is_simple(
    node: ast.If, loop: ast.For, parts: tuple[Sequence[ast.stmt], Sequence[ast.stmt]]
) -> bool:
    """Return whether a loop only assigns variables, and its `if` only breaks it."""
    is_end = len(node.body) == 1 and isinstance(node.body[0], ast.Break)
    if not is_end or node.orelse or loop.orelse:
        return False
    return all(
        isinstance(one, _SIMPLE) and not any(map(_has_effect, ast.walk(one)))
        for part in parts
        for one in part
    )


def _has_effect(node: ast.AST) -> bool:
    """Return whether a node changes more than a variable, judged by its form."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        if not isinstance(node.ctx, ast.Load):
            return True
    name = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
    return name.endswith("_") and not name.endswith("__")


def _are_alone(spot: Spot, loop: ast.For) -> bool:
    return all(is_alone(spot.files, spot.line.file, [one]) for one in loop.body)


def _carried(function: ast.AST, loop: ast.For) -> list[str]:
    """Return the variables that a loop sets and that exist before it.

    Return none if later code reads a variable that only the loop sets.
    """
    nodes = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
    inside = stored_names([loop])
    before = [node for node in nodes if last_line(node) < loop.lineno]
    behind = [node for node in nodes if node.lineno > last_line(loop)]
    arguments = {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
    known = inside & (stored_names(before) | arguments)
    if (inside - known) & loaded_names(behind):
        return []
    return sorted(known)
