"""Propose edits for a failed guard on a setting of torch, such as the grad mode.

There are two causes. The program may change the setting and not restore it. Or it calls
the compiled function inside a `with` block that need not contain the call.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import (
    block_of,
    free_name,
    is_alone,
    loaded_names,
    removed,
    shifted,
    stored_names,
)
from depyf.curing.program_files import Edit, are_apart
from depyf.curing.proposal import Proposal, setting, with_torch
from depyf.curing.syntax import indent_of, replaced, source_of, statement_at
from depyf.model.findings.causes import is_of_inference
from depyf.model.findings.names import program_stack
from depyf.model.findings.program_index import first_line, last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.findings.tensor_changes import is_of_parameter
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case

_STATES = {GuardKind.SETTING, GuardKind.GRAD_MODE}
_MOST = 3
_INVISIBLE = "deterministic"  # the output does not show this setting
# Functions that change a setting, and the call that returns the setting's value.
_GETTERS = {
    "set_num_threads": "torch.get_num_threads()",
    "set_grad_enabled": "torch.is_grad_enabled()",
    "set_default_dtype": "torch.get_default_dtype()",
    "set_default_device": "torch.get_default_device()",
    "use_deterministic_algorithms": "torch.are_deterministic_algorithms_enabled()",
    "set_float32_matmul_precision": "torch.get_float32_matmul_precision()",
    "set_autocast_enabled": "torch.is_autocast_enabled({})",
    "set_autocast_dtype": "torch.get_autocast_dtype({})",
    "set_autocast_cache_enabled": "torch.is_autocast_cache_enabled()",
}


def restored(case: Case) -> Iterator[Proposal]:
    """Yield the edit that restores a changed setting when the function returns."""
    if case.kind not in _STATES:
        return
    found = (
        proposal
        for file in case.known
        for node in ast.walk(case.files.tree(file))
        if isinstance(node, ast.Expr)
        for proposal in _restored_at(case, file, node)
    )
    for _, proposal in zip(range(_MOST), found):
        yield proposal


def _restored_at(case: Case, file: str, node: ast.Expr) -> Iterator[Proposal]:
    """Yield the edit of a statement if it calls a setter."""
    files, call = case.files, node.value
    tree = files.tree(file)
    name = dotted(call.func) if isinstance(call, ast.Call) else ""
    getter = _GETTERS.get(name.rpartition(".")[2], "")
    if not isinstance(call, ast.Call) or not getter or len(call.args) == 0:
        return
    block = list(block_of(tree, node))
    at = next((n for n, one in enumerate(block) if one is node), -1)
    behind = block[at + 1 :]
    if function_at(tree, node.lineno) is None or not behind:
        return
    if not all(is_alone(files, file, [one]) for one in (node, *behind)):
        return
    given = [source_of(files.lines(file), one) for one in call.args]
    kept = free_name(tree, "before")
    getter = getter.format(given[0])
    back = f"{name}({', '.join([*given[:-1], kept])})"
    indent = indent_of(files.lines(file)[node.lineno - 1])
    lines = (
        f"{indent}{kept} = {getter}",
        *files.lines(file)[node.lineno - 1 : last_line(node)],
        f"{indent}try:",
        *files.lines(file)[last_line(node) : behind[0].lineno - 1],
        *shifted(files, file, behind, 1),
        f"{indent}finally:",
        f"{indent}    {back}",
    )
    edit = Edit(file, node.lineno, last_line(behind[-1]), lines)
    what = f"restore the settings that `{name}` changes (`try`, `finally`)"
    yield with_torch(files, case.finding, what, [edit])


def from_start(case: Case) -> Iterator[Proposal]:
    """Yield the edit that changes a setting at the start of the program."""
    if case.kind is not GuardKind.SETTING:
        return
    files = case.files
    found = dict.fromkeys(
        source_of(files.lines(file), node)
        for file in case.known
        for node in ast.walk(files.tree(file))
        if isinstance(node, ast.Call) and _sets_constant(node)
    )
    for statement in list(found)[:_MOST]:
        # Results may depend on the setting, so they must be compared.
        yield replace(setting(files, case.finding, statement), is_sure=False)


def not_set(case: Case) -> Iterator[Proposal]:
    """Yield the edits that leave out a setter inside a function.

    Without gradients, what freezes parameters has no effect on compiled code.
    """
    files, is_setter = case.files, _sets_state
    if is_of_parameter(case.group.first) and case.is_without_gradients:
        is_setter = _freezes
    elif case.kind is not GuardKind.SETTING:
        return
    for line in case.group.origin:
        if not files.is_own(line.file) or _INVISIBLE in line.text:
            continue
        tree = files.tree(line.file)
        node = statement_at(tree, line.line)
        if node is None or not is_setter(node) or not function_at(tree, node.lineno):
            continue
        if is_alone(files, line.file, [node]):
            edit = removed(files, line.file, node)
            what = f"leave out `{source_of(files.lines(line.file), node)}`"
            yield Proposal(case.finding, what, (edit,))


def _sets_state(node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and last_name(call.func) in _GETTERS


def _freezes(node: ast.stmt) -> bool:
    """Return whether a statement sets `requires_grad` of a tensor or module."""
    if isinstance(node, ast.Assign):
        return all(dotted(one).endswith(".requires_grad") for one in node.targets)
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and last_name(call.func) == "requires_grad_"


def without_inference(case: Case) -> Iterator[Proposal]:
    """Yield the edit that avoids inference tensors, which have other guards."""
    edits = [
        replaced(case.files, file, node.func, "torch.no_grad")
        for file in case.known if is_of_inference(case.group.first)
        for node in ast.walk(case.files.tree(file))
        if isinstance(node, ast.Call) and last_name(node.func) == "inference_mode"
        if not node.args and not node.keywords
    ]  # fmt: skip
    if edits and are_apart(edits):
        what = "`torch.no_grad()` instead of `inference_mode()`"
        yield with_torch(case.files, case.finding, what, edits)


def _sets_constant(call: ast.Call) -> bool:
    name = dotted(call.func)
    is_setter = name.startswith("torch.") and name.rpartition(".")[2] in _GETTERS
    given = [*call.args, *(one.value for one in call.keywords)]
    return is_setter and all(
        isinstance(one, ast.Constant) or dotted(one).startswith("torch.")
        for one in given
    )


def moved_out(case: Case) -> Iterator[Proposal]:
    """Yield the edits that move a statement out of the `with` block around it."""
    if case.kind not in _STATES:
        return
    if case.kind is GuardKind.GRAD_MODE and _has_gradients(case):
        return
    if _INVISIBLE in case.group.first.guard.expression:
        return
    called = case.group.called_at
    for file, statement, around in _in_blocks(case):
        is_call = called is not None and (file, statement.lineno) == (
            called.file,
            called.line,
        )
        # An outer block exists for its statements, so some of them must stay.
        if is_call or len(around.body) > 1:
            yield from _before(case, file, statement, around)
        yield from _behind(case, file, statement, around)


def _in_blocks(case: Case) -> Iterator[tuple[str, ast.stmt, ast.With]]:
    """Yield the statements inside a `with` block that led to a compilation."""
    called = case.group.called_at
    lines = [] if called is None else [called]
    for compilation in (*case.group.compilations, *case.group.frame.entries):
        lines += reversed(program_stack(compilation.stack)[:-1])
    places = dict.fromkeys((one.file, one.line) for one in lines)
    seen = set()
    for file, number in places:
        if not case.files.is_own(file):
            continue
        tree = case.files.tree(file)
        statement = statement_at(tree, number)
        around = _with_around(tree, statement)
        if statement is None or around is None or id(statement) in seen:
            continue
        seen.add(id(statement))
        yield file, statement, around


def _before(
    case: Case, file: str, statement: ast.stmt, around: ast.With
) -> Iterator[Proposal]:
    """Yield the edit that moves a statement before its block."""
    files = case.files
    at = around.body.index(statement)
    ahead = around.body[:at]
    given = stored_names(around.items)
    needed = loaded_names([statement]) & (given | stored_names(ahead))
    changed = stored_names([statement]) & loaded_names([*around.items, *ahead])
    if needed or changed or not is_alone(files, file, [statement]):
        return
    moved = shifted(files, file, [statement], -1)
    before = Edit(file, around.lineno, around.lineno - 1, moved)
    gone = removed(files, file, statement)
    context = source_of(files.lines(file), around.items[0].context_expr)
    what = f"run it before `with {context}`"
    yield Proposal(case.finding, what, (before, gone))


def _behind(
    case: Case, file: str, statement: ast.stmt, around: ast.With
) -> Iterator[Proposal]:
    """Yield the edit that ends a block before a statement."""
    tail = around.body[around.body.index(statement) :]
    given = stored_names(around.items)
    is_first = len(tail) == len(around.body)
    if is_first or loaded_names(tail) & given or not is_alone(case.files, file, tail):
        return
    moved = shifted(case.files, file, tail, -1)
    context = source_of(case.files.lines(file), around.items[0].context_expr)
    what = f"run it after `with {context}`"
    edit = Edit(file, first_line(tail[0]), last_line(tail[-1]), moved)
    yield Proposal(case.finding, what, (edit,))


def _with_around(tree: ast.AST, statement: ast.stmt | None) -> ast.With | None:
    """Return the `with` statement whose block contains a statement."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With) and any(one is statement for one in node.body):
            return node
    return None


def _has_gradients(case: Case) -> bool:
    """Return whether an entry has a tensor that requires gradients.

    Outside of `no_grad`, such a call would save tensors for the backward.
    """
    return any(
        "requires_grad=True" in guard.text
        for entry in case.group.frame.entries
        for guard in entry.guards
    )
