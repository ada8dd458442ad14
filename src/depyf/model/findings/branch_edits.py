"""Rewrite a branch on a tensor as one statement, such as with `torch.where`.

The functions only work on the source and run none of it.
"""

from __future__ import annotations

import ast
import textwrap
from typing import Callable, Sequence

from depyf.model.findings.program_index import FUNCTIONS
from depyf.model.findings.rewriting import text_of
from depyf.model.python_text import is_literal
from depyf.regexes import regex

_TELLS = {"print", "log", "warn", "warning", "info", "debug", "error", "exception"}
_WARNS = {"print", "warn", "warning", "warnings"}  # as in ``logger.warning_once``
# Expressions that give a tensor of booleans if their operands are tensors.
_SURE = (ast.Compare, ast.BoolOp, ast.UnaryOp)
_BOOLEAN = {"any", "all", "isnan", "isinf", "isfinite"}
_ITEM = regex(r"\.item\(\)")
_ROUNDED = regex(r"(?:int|bool)\(")  # changes the value, and gives no tensor
_AS_FLOAT = regex(r"^float\((?P<value>[^()]*(?:\([^()]*\)[^()]*)*)\)$")
_NO_TENSOR = (
    ast.Tuple, ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp, ast.JoinedStr, ast.Lambda, ast.Starred, ast.Yield, ast.YieldFrom,
    ast.Await,
)  # fmt: skip
_UPDATES = (
    "call `{}` before the compiled function is called, not inside of it: it only sets "
    "attributes"
)
_EARLIER = "decide it outside of the compiled function, before the call"
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


def without_branch(branch: ast.If, source: str, first_line: int) -> str:
    """Return a statement that replaces a branch; empty if there is none.

    ``if c: x = f(x)`` becomes ``x = torch.where(c, f(x), x)``.  A branch that only
    prints, warns or raises is skipped in compiled code.

    Args:
        branch: the ``if``, with line numbers of the file.
        source: the source of the function around it.
        first_line: the line of the file at which the function begins.
    """
    lines = textwrap.dedent(source).split("\n")

    def text(node: ast.AST) -> str:
        return text_of(node, lines, first_line)

    test = condition(branch.test, text)
    if branch.body and not branch.orelse and all(map(only_tells, branch.body)):
        shown = _operand(branch.test, text(branch.test))
        return f"if not torch.compiler.is_compiling() and {shown}:" if shown else ""
    chosen, other = _one(branch.body), _one(branch.orelse)
    if chosen is None or not test:
        return ""
    target, value = _assigned(chosen, text)
    if isinstance(chosen, ast.Return) and isinstance(other, ast.Return):
        return _returned(test, chosen, other, text)
    if not target:
        return ""
    if not branch.orelse:
        return f"{target} = torch.where({test}, {value}, {target})"
    if other is not None:
        same, otherwise = _assigned(other, text)
        if same == target:
            return f"{target} = torch.where({test}, {value}, {otherwise})"
    return ""


def return_behind(tree: ast.AST, branch: ast.If) -> ast.Return | None:
    """Return the ``return`` right after an ``if`` that only returns, or None."""
    if branch.orelse or not isinstance(_one(branch.body), ast.Return):
        return None
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and branch in body[:-1]:
            found = body[body.index(branch) + 1]
            return found if isinstance(found, ast.Return) else None
    return None


def without_returns(
    branch: ast.If, behind: ast.Return, source: str, first_line: int
) -> str:
    """Merge an ``if`` that returns and the ``return`` after it into one ``return``.

    Args:
        branch: the ``if``, with line numbers of the file.
        behind: the result of `return_behind` for the branch.
        source: the source of the function around them.
        first_line: the line of the file at which the function begins.
    """
    lines = textwrap.dedent(source).split("\n")

    def text(node: ast.AST) -> str:
        return text_of(node, lines, first_line)

    test, chosen = condition(branch.test, text), _one(branch.body)
    if not test or not isinstance(chosen, ast.Return):
        return ""
    return _returned(test, chosen, behind, text)


def _returned(
    test: str, one: ast.Return, other: ast.Return, text: Callable[[ast.AST], str]
) -> str:
    values = [tensor(node.value, text) for node in (one, other)]
    return f"return torch.where({test}, {', '.join(values)})" if all(values) else ""


def tensor(value: ast.expr | None, text: Callable[[ast.AST], str]) -> str:
    """Return the source of a value that may be a tensor; empty for other values."""
    if value is None or isinstance(value, _NO_TENSOR):
        return ""
    is_word = isinstance(value, ast.Constant) and type(value.value) not in (int, float)
    shown = text(value)
    return "" if is_word or _ROUNDED.match(shown) else _as_tensor(shown)


def _as_tensor(value: str) -> str:
    """Return a value's source without ``float(...)`` and ``.item()``."""
    found = _AS_FLOAT.match(value)
    return _ITEM.sub("", found["value"] if found else value)


def condition(node: ast.expr, text: Callable[[ast.AST], str]) -> str:
    """Return a test as a tensor: ``(a) & (b)`` for ``a and b``, without ``.item()``.

    Empty if a part of ``and`` or ``or`` may be something else than a tensor of
    booleans.
    """
    if isinstance(node, ast.BoolOp):
        parts = [condition(value, text) for value in node.values]
        sign = " & " if isinstance(node.op, ast.And) else " | "
        sure = all(map(_is_sure, node.values))
        return sign.join(f"({part})" for part in parts) if sure and all(parts) else ""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = condition(node.operand, text)
        if inner and not isinstance(node.operand, _SURE):
            return f"torch.logical_not({inner})"  # ``~`` does not negate numbers
        return f"~({inner})" if inner else ""
    if isinstance(node, ast.Compare) and len(node.ops) != 1:
        return ""
    return _ITEM.sub("", text(node))


def _is_sure(node: ast.expr) -> bool:
    """Return whether an expression gives a boolean, or a tensor of booleans."""
    func = node.func if isinstance(node, ast.Call) else None
    return isinstance(node, _SURE) or getattr(func, "attr", "") in _BOOLEAN


def _operand(node: ast.expr, text: str) -> str:
    is_loose = isinstance(node, (ast.BoolOp, ast.IfExp))
    return f"({text})" if text and is_loose else text


def _one(body: Sequence[ast.stmt]) -> ast.stmt | None:
    return body[0] if len(body) == 1 else None


def only_tells(statement: ast.stmt) -> bool:
    """Return whether a statement only prints, logs, warns, asserts or raises."""
    if isinstance(statement, (ast.Raise, ast.Pass, ast.Assert)):
        return True
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    name: str = getattr(call.func, "attr", getattr(call.func, "id", ""))
    return name in _TELLS or not _WARNS.isdisjoint(name.lower().split("_"))


def calls_only(statement: ast.stmt) -> bool:
    """Return whether a statement only calls something that may change an object."""
    is_call = isinstance(getattr(statement, "value", None), ast.Call)
    return isinstance(statement, ast.Expr) and is_call and not only_tells(statement)


def _assigned(statement: ast.stmt, say: Callable[[ast.AST], str]) -> tuple[str, str]:
    """Return the target and the value of an assignment to a name or attribute."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if isinstance(target, (ast.Name, ast.Attribute)):
            value = tensor(statement.value, say)
            return (say(target), value) if value else ("", "")
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        operator, value = OPERATORS.get(type(statement.op)), say(statement.value)
        if operator and value:
            name = say(statement.target)
            is_simple = isinstance(statement.value, (ast.Constant, ast.Name, ast.Call))
            shown = value if is_simple else f"({value})"
            return name, f"{name} {operator} {shown}"
    return "", ""


def decided_earlier(tree: ast.AST, branch: ast.If | None, function: str) -> str:
    """Return what the program can do before it calls compiled code; "" if nothing.

    Args:
        tree: the function with the branch.
        branch: the branch on a tensor's value.
        function: the name of the function.
    """
    if branch is None:
        return ""
    around = next((one for one in ast.walk(tree) if isinstance(one, FUNCTIONS)), None)
    body = [one for one in around.body if not is_literal(one)] if around else []
    if body == [branch] and not branch.orelse and all(map(_sets, branch.body)):
        return _UPDATES.format(function)
    return _EARLIER if any(map(calls_only, branch.body)) else ""


def _sets(statement: ast.stmt) -> bool:
    """Return whether a statement assigns attributes and nothing else."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
        targets = [statement.target]
    else:
        return False
    return all(isinstance(one, ast.Attribute) for one in targets)
