"""Propose edits for a helper whose call breaks the graph: omit it, or make it constant.

A helper that only warns or raises need not be called in compiled code.  If a helper
works on strings and numbers that are known while compiling, its result can be a
constant of the graph.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.hoisted import varies
from depyf.curing.program_files import Edit
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import calls_at, indent_of
from depyf.model.findings import branch_edits
from depyf.model.findings.expression_parts import passed_to
from depyf.model.findings.names import program_stack
from depyf.model.findings.outside_changes import is_outside_change
from depyf.model.findings.program_index import (
    Function,
    first_line,
    last_line,
    parameters_of,
)
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.findings.wrappers import IS_COMPILING
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.curing.spot import Spot
    from depyf.model.events import SourceLine

_DEEPEST = 6  # the most names through which a value is followed
_OF_TENSORS = {"NUMBER", "BRANCH", "SIZE"}  # breaks that a tensor's value causes
_PLAIN_PARTS = (
    ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.JoinedStr,
    ast.FormattedValue, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Subscript,
    ast.Slice, ast.operator, ast.unaryop, ast.cmpop, ast.boolop, ast.expr_context,
)  # fmt: skip
_PLAIN_CALLS = {
    "str", "int", "float", "bool", "len", "tuple", "list", "dict", "set", "sorted",
    "range", "enumerate", "zip", "min", "max", "sum", "repr", "reversed",
}  # fmt: skip


# --- left out -------------------------------------------------------------------------


def not_called(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that calls a helper only in plain Python if it just warns.

    So it does for a helper of which nothing is used, if it changes an object that code
    inside of an operator must not change.
    """
    node = spot.statement
    call = node.value if isinstance(node, ast.Expr) else None
    function = function_further_in(spot)
    if not isinstance(call, ast.Call) or function is None or node is None:
        return
    if last_name(call.func) != function.name:
        return
    given = [*call.args, *(one.value for one in call.keywords)]
    is_plain = all(isinstance(one, ast.Constant) for one in given)
    is_note = is_plain and is_outside_change(spot.one)
    if not is_note and not _only_tells(function.body):
        return
    what = f"call `{function.name}` only outside of compiled code (`{IS_COMPILING}`)"
    edit = under_if(spot, node)
    yield with_torch(spot.files, spot.finding, what, [edit])


def _only_tells(body: Sequence[ast.stmt]) -> bool:
    """Return whether statements only warn or raise."""
    return all(map(_tells, body))


def _tells(node: ast.stmt) -> bool:
    if isinstance(node, (ast.If, ast.For)):
        return _only_tells(node.body) and _only_tells(node.orelse)
    if isinstance(node, ast.Return):
        return node.value is None or (
            isinstance(node.value, ast.Constant) and node.value.value is None
        )
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) for target in node.targets)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return branch_edits.only_tells(node)


def under_if(spot: Spot, node: ast.stmt) -> Edit:
    """Return the edit that puts a statement under ``if not is_compiling():``."""
    file, end = spot.line.file, last_line(node)
    lines = spot.files.lines(file)[node.lineno - 1 : end]
    indent = indent_of(lines[0])
    inner = [f"    {line}" if line.strip() else line for line in lines]
    return Edit(file, node.lineno, end, (f"{indent}if not {IS_COMPILING}:", *inner))


# --- a constant -----------------------------------------------------------------------


def as_constant(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that makes torch treat a helper's result as a constant.

    The helper's arguments must be known while compiling, and it must be pure.
    """
    if spot.one.said.kind.name in _OF_TENSORS:
        return
    function = function_at(spot.files.tree(spot.line.file), spot.line.line)
    if function is None or not _is_pure(function):
        return
    outer = _lines_further_out(spot)
    calls = [
        call
        for line in outer[:1]
        for call in calls_at(spot.files.tree(line.file), line.line)
        if last_name(call.func) == function.name
    ]
    known = _Known(spot.files, outer)
    if not calls or not all(known.is_call(one, 0) for one in calls):
        return
    first = first_line(function)
    indent = indent_of(spot.files.lines(spot.line.file)[first - 1])
    line = f"{indent}@torch.compiler.assume_constant_result"
    edit = Edit(spot.line.file, first, first - 1, (line,))
    what = (
        f"use the result of `{function.name}` as a constant (it depends on no tensor)"
    )
    yield with_torch(spot.files, spot.finding, what, [edit])


def _is_pure(function: Function) -> bool:
    """Return whether a function seems pure: equal arguments give equal results."""
    if isinstance(function, ast.AsyncFunctionDef):
        return False
    if parameters_of(function)[:1] in (["self"], ["cls"]):
        return False
    return not any(map(_has_effect, ast.walk(function)))


def _has_effect(node: ast.AST) -> bool:
    if isinstance(node, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom)):
        return True
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Call):
        return varies(node) or dotted(node.func).startswith("torch.")
    return False


class _Known:
    """Decides which values are known while compiling, because they contain no tensor.

    Args:
        files: the program's files.
        outer: the lines on the stack that lead to a call, with the innermost first.
    """

    def __init__(self, files: ProgramFiles, outer: Sequence[SourceLine]) -> None:
        self._files = files
        self._outer = outer

    def is_call(self, call: ast.Call, level: int) -> bool:
        """Return whether all arguments of a call on a stack line are known."""
        given = [*call.args, *(one.value for one in call.keywords)]
        return all(self.is_plain(one, level, _DEEPEST) for one in given)

    def is_plain(self, node: ast.AST, level: int, left: int) -> bool:
        """Return whether the value of an expression on a stack line is known."""
        if left <= 0:
            return False
        if isinstance(node, ast.Name):
            return self._is_plain_name(node.id, level, left - 1)
        if isinstance(node, ast.Call):
            func = node.func
            if isinstance(func, ast.Name) and func.id not in _PLAIN_CALLS:
                return False
            owner = [func.value] if isinstance(func, ast.Attribute) else []
            parts = [*owner, *node.args, *(one.value for one in node.keywords)]
            return all(self.is_plain(one, level, left) for one in parts)
        return isinstance(node, _PLAIN_PARTS) and all(
            self.is_plain(one, level, left) for one in ast.iter_child_nodes(node)
        )

    def _is_plain_name(self, name: str, level: int, left: int) -> bool:
        """Return whether all values that are assigned or passed to a name are known."""
        line = self._outer[level]
        function = function_at(self._files.tree(line.file), line.line)
        if function is None:
            return False
        values = list(_set_to(function, name))
        if values and None not in values:
            return all(self.is_plain(one, level, left) for one in values if one)
        if values or name not in parameters_of(function):
            return False
        if level + 1 >= len(self._outer):
            return False
        further = self._outer[level + 1]
        calls = [
            call
            for call in calls_at(self._files.tree(further.file), further.line)
            if last_name(call.func) == function.name
        ]
        passed = [passed_to(function, one, name, is_bound=False) for one in calls]
        return bool(passed) and all(
            one is not None and self.is_plain(one, level + 1, left) for one in passed
        )


def _set_to(function: Function, name: str) -> Iterator[ast.expr | None]:
    """Yield the expressions assigned to a variable; None for other assignments."""
    for node in ast.walk(function):
        targets: list[ast.expr] = []
        value: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, (ast.For, ast.comprehension)):
            targets, value = [node.target], node.iter
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.NamedExpr)):
            targets = [node.target]
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            targets = [node.optional_vars]
        for target in targets:
            if any(getattr(one, "id", "") == name for one in ast.walk(target)):
                yield value


# --- the stack ------------------------------------------------------------------------


def _own_stack(spot: Spot) -> list[SourceLine]:
    stack = program_stack(spot.one.event.user_stack)
    return [line for line in stack if spot.files.is_own(line.file)]


def _lines_further_out(spot: Spot) -> list[SourceLine]:
    """Return the program's lines that lead to a spot's line, innermost first."""
    own = _own_stack(spot)
    at = next((n for n, one in enumerate(own) if one is spot.line), 0)
    return list(reversed(own[:at]))


def function_further_in(spot: Spot) -> Function | None:
    """Return the function that a spot's line calls, if the break is inside it."""
    own = _own_stack(spot)
    at = next((n for n, one in enumerate(own) if one is spot.line), len(own))
    if at + 1 >= len(own):
        return None
    return function_at(spot.files.tree(own[at + 1].file), own[at + 1].line)
