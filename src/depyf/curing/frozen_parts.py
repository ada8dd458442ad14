"""Drop gradients of frozen parameters if a program toggles `requires_grad`.

Torch compiles an entry for each set of tensors that require gradients.  One entry is
enough if all tensors always require gradients, and the gradients of frozen parameters
are dropped after `backward`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import behind, free_name, instead, is_alone
from depyf.curing.program_files import Edit, are_apart
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.causes import Scope
from depyf.model.findings.program_text import function_at
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal

_MARK = "is_frozen"


class _Switch(NamedTuple):
    """A statement that switches gradients of a tensor or module on or off."""

    file: str
    statement: ast.stmt
    owner: ast.expr
    flag: str


def gradients_dropped(case: Case) -> Iterator[Proposal]:
    """Yield the edit that drops the gradients of frozen parameters."""
    if case.kind is not GuardKind.REQUIRES_GRAD:
        return
    if case.group.first.scope is Scope.ARGUMENT:
        return
    files = case.files
    switches = [one for file in case.known for one in _switches(files, file)]
    drops = [edit for file in case.known for edit in _drops(files, file)]
    reads = [edit for file in case.known for edit in _reads(files, file, switches)]
    if not switches or not (drops or reads):
        return
    edits = [_marked(files, one) for one in switches] + drops + reads
    if are_apart(edits):
        what = "leave `requires_grad` on, and drop the gradients of frozen parameters "
        what += "after `backward`" if drops else "where the program uses them"
        yield with_torch(files, case.finding, what, edits)


def _switches(files: ProgramFiles, file: str) -> Iterator[_Switch]:
    """Yield the statements in functions that switch gradients on or off."""
    tree, lines = files.tree(file), files.lines(file)
    for node in ast.walk(tree):
        value = getattr(node, "value", None)
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Attribute) and target.attr == "requires_grad":
                found = _Switch(file, node, target.value, source_of(lines, node.value))
            else:
                continue
        elif isinstance(node, ast.Expr) and isinstance(value, ast.Call):
            func = value.func
            if not isinstance(func, ast.Attribute) or func.attr != "requires_grad_":
                continue
            given = [*value.args, *(one.value for one in value.keywords)]
            flag = source_of(lines, given[0]) if given else "True"
            found = _Switch(file, node, func.value, flag)
        else:
            continue
        if function_at(tree, node.lineno) and is_alone(files, file, [node]):
            yield found


def _marked(files: ProgramFiles, one: _Switch) -> Edit:
    """Return the edit that marks parameters as frozen instead of changing them."""
    tree, owner = files.tree(one.file), source_of(files.lines(one.file), one.owner)
    name = free_name(tree, "parameter")
    every = f"{owner}.parameters() if hasattr({owner}, 'parameters') else [{owner}]"
    lines = (f"for {name} in {every}:", f"    {name}.{_MARK} = not ({one.flag})")
    return instead(files, one.file, one.statement, *lines)


def _reads(
    files: ProgramFiles, file: str, switches: Sequence[_Switch]
) -> Iterator[Edit]:
    """Yield the edits that replace reads of `requires_grad` by reads of the mark."""
    lines = files.lines(file)
    inside = {id(node) for one in switches for node in ast.walk(one.statement)}
    for node in ast.walk(files.tree(file)):
        if not isinstance(node, ast.Attribute) or node.attr != "requires_grad":
            continue
        if isinstance(node.ctx, ast.Load) and id(node) not in inside:
            owner, old = source_of(lines, node.value), source_of(lines, node)
            asked = f'(not getattr({owner}, "{_MARK}", not {old}))'
            yield replaced(files, file, node, asked)


def _drops(files: ProgramFiles, file: str) -> Iterator[Edit]:
    """Yield the edits that drop gradients after each `backward` of a training step."""
    tree = files.tree(file)
    for node in ast.walk(tree):
        call = getattr(node, "value", None)
        if not isinstance(node, ast.Expr) or not isinstance(call, ast.Call):
            continue
        if not dotted(call.func).endswith(".backward"):
            continue
        optimizer = _stepped(tree, node)
        if optimizer and is_alone(files, file, [node]):
            group, name = (free_name(tree, one) for one in ("group", "parameter"))
            yield behind(
                files, file, node,
                f"for {group} in {optimizer}.param_groups:",
                f'    for {name} in {group}["params"]:',
                f'        if getattr({name}, "{_MARK}", False):',
                f"            {name}.grad = None",
            )  # fmt: skip


def _stepped(tree: ast.Module, backward: ast.stmt) -> str:
    """Return the optimizer whose step follows a `backward` in its function."""
    around = function_at(tree, backward.lineno)
    found = [
        (node.lineno, dotted(node.func.value))
        for node in ast.walk(around if around is not None else tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr == "step" and node.lineno > backward.lineno
        if "sched" not in dotted(node.func.value).lower()
    ]
    return min(found)[1] if found else ""
