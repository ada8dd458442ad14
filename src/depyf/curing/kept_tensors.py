"""Keep tensors instead of converting their values to Python numbers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.program_files import Edit
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.program_index import Function, last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.wrappers import IS_COMPILING
from depyf.model.python_text import dotted, is_literal

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.curing.spot import Spot

_KINDS = {"NUMBER", "BUILTIN"}
_OF_NUMBERS = {"round", "str", "format", "divmod"}  # functions that take no tensor
_AS_NUMBER = {"float", "int", "bool"}
# Functions of `math` that torch has, too, mostly under the same name.
_OF_MATH = {
    "sqrt", "exp", "log", "log2", "log10", "log1p", "expm1", "sin", "cos", "tan",
    "tanh", "sinh", "cosh", "asin", "acos", "atan", "atan2", "floor", "ceil", "trunc",
    "pow", "hypot", "erf", "isnan", "isinf", "isfinite", "fabs",
}  # fmt: skip
_RENAMED = {"fabs": "abs"}


def kept_tensors(spot: Spot) -> Iterator[Proposal]:
    """Yield edits that keep tensors: in one call, a line, or the whole function."""
    if not spot.is_inner or spot.one.said.kind.name not in _KINDS:
        return
    file, statement = spot.line.file, spot.statement
    lines = spot.files.lines(file)
    if statement is None:
        return
    in_words = {
        id(inner)
        for node in ast.walk(statement)
        if isinstance(node, ast.JoinedStr)
        or (isinstance(node, ast.Call) and dotted(node.func) in _OF_NUMBERS)
        for inner in ast.walk(node)
    }
    found = [
        node
        for node in ast.walk(_head(statement))
        if id(node) not in in_words
        and _replaced(node, lines)
        and node.lineno <= spot.line.line  # type: ignore[attr-defined]
    ]
    for node in found[:1]:
        new = _replaced(node, lines)
        what = f"keep a tensor: `{new}` instead of `{source_of(lines, node)}`"
        yield with_torch(
            spot.files, spot.finding, what, [spot.replace(node, new)], _needs([new])
        )
    function = function_at(spot.files.tree(file), spot.line.line)
    ways = [("in this line", [statement])]
    if function is not None:
        ways.append((f"in all of `{function.name}`", [*_statements(function)]))
    for where, statements in ways:
        edits = [edit for one in statements for edit in _edit(file, lines, _head(one))]
        if len(found) > 1 or len(edits) > 1:
            what = f"keep tensors instead of numbers {where}"
            news = [line for edit in edits for line in edit.lines]
            yield with_torch(spot.files, spot.finding, what, edits, _needs(news))


# --- helpers that return a bool -------------------------------------------------------

_LOGIC = {ast.And: "torch.logical_and", ast.Or: "torch.logical_or"}


def told_as_tensor(
    files: ProgramFiles, file: str, function: Function, *, is_shared: bool
) -> list[Edit]:
    """Return the edits that make a helper return a tensor instead of a bool.

    There are none if it does more than assign and return, or if it has no bools.

    Args:
        files: the program's files.
        file: the file with the helper.
        function: the helper.
        is_shared: whether other code calls the helper, too; outside of compiled code,
            it then still returns a bool.
    """
    lines, edits = files.lines(file), []
    for one in function.body:
        value = getattr(one, "value", None)
        if not isinstance(one, (ast.Assign, ast.Return)) or value is None:
            if not is_literal(one):
                return []
            continue
        new, old = _logic(value, lines), source_of(lines, value)
        if new != old:
            if value.lineno != last_line(value):
                return []
            if is_shared:
                new = f"{new} if {IS_COMPILING} else {old}"
            edits.append(replaced(files, file, value, new))
    return edits


def _logic(node: ast.expr, lines: Sequence[str]) -> str:
    """Return the source of a bool expression as the source of a tensor expression."""
    if isinstance(node, ast.BoolOp):
        parts = [_logic(one, lines) for one in node.values]
        found = parts[0]
        for part in parts[1:]:
            found = f"{_LOGIC[type(node.op)]}({found}, {part})"
        return found
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"torch.logical_not({_logic(node.operand, lines)})"
    is_bool = isinstance(node, ast.Call) and dotted(node.func) == "bool"
    if is_bool and isinstance(node, ast.Call) and len(node.args) == 1:
        return _logic(node.args[0], lines)
    return _text(node, lines)


# --- source ---------------------------------------------------------------------------


def _needs(lines: Sequence[str]) -> tuple[str, ...]:
    return ("torch",) if any("torch." in line for line in lines) else ()


def _statements(function: Function) -> Iterator[ast.stmt]:
    """Yield the statements of a function, without inner functions."""
    waiting: list[ast.AST] = list(reversed(function.body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        if isinstance(node, ast.stmt):
            yield node
        waiting += reversed(list(ast.iter_child_nodes(node)))


def _head(statement: ast.stmt) -> ast.AST:
    """Return a statement's own part without its inner statements, such as the test."""
    if isinstance(statement, (ast.If, ast.While)):
        return statement.test
    if isinstance(statement, ast.For):
        return statement.iter
    if isinstance(statement, (ast.With, ast.Try)):
        return ast.Pass()
    return statement


def _edit(file: str, lines: Sequence[str], node: ast.AST) -> Iterator[Edit]:
    """Yield the edit that keeps tensors instead of all numbers in a statement."""
    line = getattr(node, "lineno", 0)
    if not line or line != last_line(node):
        return
    new = _text(node, lines)
    if new != source_of(lines, node):
        data = lines[line - 1].encode()
        start, end = node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
        whole = data[:start].decode() + new + data[end:].decode()
        yield Edit(file, line, line, (whole,))


def _text(node: ast.AST, lines: Sequence[str]) -> str:
    """Return the source of a node on one line, with tensors instead of numbers."""
    own = _replaced(node, lines)
    if own:
        return own
    data = source_of(lines, node).encode()
    begin = getattr(node, "col_offset", 0)
    for inner in sorted(_outermost(node, lines), key=lambda one: -one.col_offset):
        first, last = inner.col_offset - begin, (inner.end_col_offset or 0) - begin
        data = data[:first] + _replaced(inner, lines).encode() + data[last:]
    return data.decode(errors="replace")


def _outermost(node: ast.AST, lines: Sequence[str]) -> Iterator[ast.expr]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.expr) and _replaced(inner, lines):
            yield inner
        else:
            yield from _outermost(inner, lines)


def _replaced(node: ast.AST, lines: Sequence[str]) -> str:
    """Return the replacement for a call that makes a number; empty for others."""
    if (
        not isinstance(node, ast.Call)
        or node.keywords
        or node.lineno != last_line(node)
    ):
        return ""
    func, given = node.func, [_text(one, lines) for one in node.args]
    if (
        isinstance(func, ast.Attribute)
        and func.attr in {"item", "tolist"}
        and not given
    ):
        value = _text(func.value, lines)
        return value if func.attr == "item" else f"{value}.unbind()"
    name = dotted(func)
    if name in _AS_NUMBER and len(given) == 1:
        return given[0] if isinstance(node.args[0], _ATOMS) else f"({given[0]})"
    module, _, last = name.rpartition(".")
    if module == "math" and last in _OF_MATH:
        return f"torch.{_RENAMED.get(last, last)}({', '.join(given)})"
    if (
        name == "torch.tensor"
        and len(given) == 1
        and isinstance(node.args[0], ast.List)
    ):
        return f"torch.stack({given[0]})"
    return ""


_ATOMS = (ast.Call, ast.Name, ast.Attribute, ast.Subscript, ast.Constant)
