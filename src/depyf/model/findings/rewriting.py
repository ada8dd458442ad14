"""Edits of the user's own code, made from its text: a branch as `torch.where`, ...

Each returns the new code or nothing; nothing is evaluated.
"""

from __future__ import annotations

import ast
import re
import textwrap
from typing import Callable, Iterable, NamedTuple, Sequence

from depyf.model.python_text import parsed

_TELLS = {"print", "log", "warn", "warning", "info", "debug", "error", "exception"}


def function_at(source: str, first_line: int, line: int) -> ast.AST | None:
    """Return the parsed function if `line` of the file lies within it.

    Lines of its nodes are those of the file.
    """
    tree = parsed(textwrap.dedent(source))
    if tree is None or not tree.body:
        return None
    ast.increment_lineno(tree, first_line - 1)
    last = max((getattr(n, "lineno", 0) for n in ast.walk(tree)), default=0)
    return tree if first_line <= line <= last else None


def branch_at(tree: ast.AST, line: int) -> ast.If | None:
    """Return the ``if`` whose test stands on this line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and node.test.lineno <= line <= _end(node.test):
            return node
    return None


def _end(node: ast.expr) -> int:
    return getattr(node, "end_lineno", None) or node.lineno


def without_branch(branch: ast.If, source: str, first_line: int) -> str:
    """Return a statement that does what a branch does, without one; "" if none does.

    ``if c: x = f(x)`` is ``x = torch.where(c, f(x), x)``; a branch that only tells
    something is left to runs without a compiler.

    Args:
        branch: with lines of the file.
        source: the text of the function around it.
        first_line: where that begins in the file.
    """
    lines = textwrap.dedent(source).split("\n")

    def text(node: ast.AST) -> str:
        return _text(node, lines, first_line)

    test = _condition(branch.test, text)
    if branch.body and not branch.orelse and all(map(_only_tells, branch.body)):
        return (
            "if not torch.compiler.is_compiling() and "
            f"{_operand(branch.test, text(branch.test))}:"
        )
    chosen, other = _one(branch.body), _one(branch.orelse)
    if chosen is None or not test:
        return ""
    target, value = _assigned(chosen, text)
    if isinstance(chosen, ast.Return) and isinstance(other, ast.Return):
        if chosen.value is not None and other.value is not None:
            return (
                f"return torch.where({test}, {text(chosen.value)}, {text(other.value)})"
            )
        return ""
    value = _as_tensor(value)
    if not target:
        return ""
    if not branch.orelse:
        return f"{target} = torch.where({test}, {value}, {target})"
    if other is not None:
        same, otherwise = _assigned(other, text)
        if same == target:
            otherwise = _as_tensor(otherwise)
            return f"{target} = torch.where({test}, {value}, {otherwise})"
    return ""


def initial_value(sources: Iterable[str], attribute: str) -> str:
    r"""Return what an attribute is first given, from the text of `__init__`.

    Nothing where that is not one assignment on one line.

    >>> initial_value(["def __init__(self, start):\n    self.n = start\n"], "n")
    'start'
    """
    values = []
    for source in sources:
        lines = textwrap.dedent(source).split("\n")
        tree = parsed("\n".join(lines))
        for node in ast.walk(tree) if tree is not None else ():
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and len(targets) == 1:
                target = targets[0]
                if (
                    isinstance(target, ast.Attribute)
                    and target.attr == attribute
                    and isinstance(target.value, ast.Name)
                    and node.value is not None
                ):
                    values.append(_text(node.value, lines, 1))
    return values[0] if len(values) == 1 else ""


def _condition(node: ast.expr, text: Callable[[ast.AST], str]) -> str:
    """Return a test as a tensor: ``a and b`` is ``(a) & (b)``, ``.item()`` is left out.

    Nothing where its parts are no tensors for certain: they may be of any type then.
    """
    if isinstance(node, ast.BoolOp):
        parts = [_condition(value, text) for value in node.values]
        sign = " & " if isinstance(node.op, ast.And) else " | "
        sure = all(isinstance(value, _SURE) for value in node.values)
        return sign.join(f"({part})" for part in parts) if sure and all(parts) else ""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _condition(node.operand, text)
        return f"~({inner})" if inner and isinstance(node.operand, _SURE) else ""
    if isinstance(node, ast.Compare) and len(node.ops) != 1:
        return ""
    return _ITEM.sub("", text(node))


# What gives a tensor of booleans where its operands are tensors.
_SURE = (ast.Compare, ast.BoolOp, ast.UnaryOp)
_ITEM = re.compile(r"\.item\(\)")
_AS_NUMBER = re.compile(
    r"^(?:float|int|bool)\((?P<value>[^()]*(?:\([^()]*\)[^()]*)*)\)$"
)


def _as_tensor(value: str) -> str:
    """Return the text of a value without what makes a Python number of a tensor."""
    found = _AS_NUMBER.match(value)
    return _ITEM.sub("", found["value"] if found else value)


def _operand(node: ast.expr, text: str) -> str:
    return f"({text})" if isinstance(node, (ast.BoolOp, ast.IfExp)) else text


def _one(body: Sequence[ast.stmt]) -> ast.stmt | None:
    return body[0] if len(body) == 1 else None


def _only_tells(statement: ast.stmt) -> bool:
    """Return whether a statement tells something, or raises an error."""
    if isinstance(statement, (ast.Raise, ast.Pass, ast.Assert)):
        return True
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    return name in _TELLS


def _assigned(statement: ast.stmt, text: object) -> tuple[str, str]:
    """Return target and value of an assignment to one name or attribute."""
    say = text if callable(text) else str
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if isinstance(target, (ast.Name, ast.Attribute)):
            return say(target), say(statement.value)
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        operator = _OPERATORS.get(type(statement.op))
        if operator:
            name = say(statement.target)
            return name, f"{name} {operator} ({say(statement.value)})"
    return "", ""


_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


def _text(node: ast.AST, lines: Sequence[str], first_line: int) -> str:
    """Return the text of an expression on one line; "" for one of several lines."""
    start = getattr(node, "lineno", 0) - first_line
    end = (getattr(node, "end_lineno", None) or 0) - first_line
    if start != end or not 0 <= start < len(lines):
        return ""
    data = lines[start].encode()
    column, last = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
    return data[column:last].decode(errors="replace")


def tested_names(tree: ast.AST) -> set[str]:
    """Return the variables that a branch or loop of a function tests."""
    tests = [
        node.test for node in ast.walk(tree) if isinstance(node, (ast.If, ast.While))
    ]
    return {
        node.id
        for test in tests
        for node in ast.walk(test)
        if isinstance(node, ast.Name)
    }


def stored_at(tree: ast.AST, line: int) -> set[str]:
    """Return the variables that the statement on this line gives a value."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Store)
        and node.lineno == line
    }


def calls_at(tree: ast.AST, line: int) -> list[ast.Call]:
    """Return the calls on this line."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.lineno == line
    ]


def called_as(tree: ast.AST, line: int, name: str) -> str:
    """Return a function as it is called on this line, with dots; "" if it is not.

    Args:
        tree: of the function around it.
        line: of the file.
        name: the last part of the function's name.
    """
    shown = (_dotted(call.func) for call in calls_at(tree, line))
    return next((one for one in shown if one.rpartition(".")[2] == name), "")


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    owner = _dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{owner}.{node.attr}" if owner and isinstance(node, ast.Attribute) else ""


def passed_as(call: str, name: str, position: int) -> str:
    """Return what a line passes for a parameter, "" if that is clear or unknown.

    Args:
        call: the line.
        name: of the parameter.
        position: its number, from 0.

    >>> passed_as("y = f(x[0], n)", "first", 0), passed_as("y = f(x[0], n)", "n", 1)
    ('x[0]', '')
    """
    tree = parsed(call)
    calls = (
        [] if tree is None else [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
    )
    arguments = [(one, [*one.args, *(k.value for k in one.keywords)]) for one in calls]
    for _, every in arguments:
        if any(isinstance(one, ast.Name) and one.id == name for one in every):
            return ""
    found = [
        one.args[position]
        for one, _ in arguments
        if position < len(one.args)
        and not any(isinstance(arg, ast.Starred) for arg in one.args)
    ]
    return _text(found[0], call.split("\n"), 1) if len(found) == 1 else ""


def branch_on(tree: ast.AST, names: set[str]) -> ast.If | None:
    """Return the first ``if`` that tests one of these variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            used = {n.id for n in ast.walk(node.test) if isinstance(n, ast.Name)}
            if used & names:
                return node
    return None


def leaves_loop(tree: ast.AST, branch: ast.If) -> bool:
    """Return whether a branch decides how a loop goes on."""
    loops = [n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.While))]
    return any(
        isinstance(node, (ast.Break, ast.Continue, ast.Return))
        for loop in loops
        if any(inner is branch for inner in ast.walk(loop))
        for node in ast.walk(branch)
    )


def in_open_loop(tree: ast.AST, line: int) -> bool:
    """Return whether a line stands in a ``while`` whose test asks something of objects.

    A loop over plain numbers is unrolled.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.While) and node.lineno <= line <= last_line(node):
            return any(isinstance(part, ast.Call) for part in ast.walk(node.test))
    return False


def last_line(node: ast.AST) -> int:
    """Return the last line on which a part of a node begins."""
    return max(getattr(inner, "lineno", 0) for inner in ast.walk(node))


def looped_over(tree: ast.AST) -> set[str]:
    """Return the variables that a loop of a function goes through."""
    loops = [node.iter for node in ast.walk(tree) if isinstance(node, ast.For)]
    return {
        node.id
        for loop in loops
        for node in ast.walk(loop)
        if isinstance(node, ast.Name)
    }


class Default(NamedTuple):
    """The default of a parameter, as it is and as a tensor."""

    name: str
    before: str
    after: str


def default_as_tensor(texts: Iterable[str], wanted: str | int) -> Default | None:
    r"""Return a default as a tensor, of the one function in these texts that has it.

    Args:
        texts: of functions, or lines with a ``lambda``.
        wanted: the parameter's name, or the number of its default, from 0.

    >>> default_as_tensor(["g(lambda t, i=n + 1: t * i)"], 0)
    Default(name='i', before='i=n + 1', after='i=torch.tensor(n + 1)')
    """
    found = set()
    for text in texts:
        lines = textwrap.dedent(text).split("\n")
        tree = parsed("\n".join(lines))
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, (ast.FunctionDef, ast.Lambda)):
                name, default = _default(node.args, wanted)
                shown = "" if default is None else _text(default, lines, 1)
                if shown:
                    made = f"{name}=torch.tensor({shown})"
                    found.add(Default(name, f"{name}={shown}", made))
    return found.pop() if len(found) == 1 else None


def _default(
    arguments: ast.arguments, wanted: str | int
) -> tuple[str, ast.expr | None]:
    names = [*getattr(arguments, "posonlyargs", ()), *arguments.args]
    if isinstance(wanted, int):
        if wanted < len(arguments.defaults):
            named = names[len(names) - len(arguments.defaults) + wanted]
            return named.arg, arguments.defaults[wanted]
        return "", None
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        if argument.arg == wanted:
            return wanted, default
    return "", None
