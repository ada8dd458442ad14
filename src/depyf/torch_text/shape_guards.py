"""Read guards on symbols, as torch writes them in sympy's form."""

from __future__ import annotations

import ast
from typing import Iterator, Mapping

from depyf.model.python_text import parsed_expression

_EQUATION = "Eq"
_RELATIONS: Mapping[str, str] = {_EQUATION: "==", "Ne": "!="}
# Functions of sympy, and those that torch adds to it, with Python's operators.
_OPERATORS: Mapping[str, str] = {
    "Mod": "%",
    "PythonMod": "%",
    "FloorDiv": "//",
    "CleanDiv": "//",
}
LOOKED_UP = "find"  # torch's reason for a size that equals another one, a constant
_LINEAR = (
    ast.BinOp,
    ast.UnaryOp,
    ast.operator,
    ast.unaryop,
    ast.Constant,
    ast.expr_context,
)


def fixed_symbol(expression: str) -> str:
    """Return the symbol that an equation fixes to one value; empty if it fixes none.

    >>> fixed_symbol("Eq(1.0 - zf76, 0.06)")
    'zf76'
    >>> fixed_symbol("Eq(Mod(s0, 2), 0)"), fixed_symbol("Eq(s0, s1)")
    ('', '')
    """
    node = parsed_expression(expression)
    if not isinstance(node, ast.Call) or len(node.args) != 2:
        return ""
    if not isinstance(node.func, ast.Name) or node.func.id != _EQUATION:
        return ""
    parts = [part for one in node.args for part in ast.walk(one)]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    is_linear = all(isinstance(part, (ast.Name, *_LINEAR)) for part in parts)
    return names[0] if len(names) == 1 and is_linear else ""


def equal_symbols(expression: str) -> tuple[str, ...]:
    """Return the two symbols that an equation makes equal; () for other conditions.

    >>> equal_symbols("Eq(s18, s87)"), equal_symbols("Eq(s18, 2*s87)")
    (('s18', 's87'), ())
    """
    node = parsed_expression(expression)
    if not isinstance(node, ast.Call) or len(node.args) != 2:
        return ()
    names = tuple(one.id for one in node.args if isinstance(one, ast.Name))
    is_equation = isinstance(node.func, ast.Name) and node.func.id == _EQUATION
    return names if is_equation and len(names) == len(node.args) else ()


def symbols_in(expression: str) -> list[str]:
    """Return the names in a condition, in their order.

    >>> symbols_in("Ne(s25, 24*s3)")
    ['Ne', 's25', 's3']
    """
    node = parsed_expression(expression)
    parts = ast.walk(node) if node is not None else ()
    return [one.id for one in parts if isinstance(one, ast.Name)]


def equation(text: str) -> str:
    """Return a condition of sympy's, such as ``Eq(a, b)``, with Python's operators.

    >>> equation("Ne(Mod(s0, 4), 0)")
    '(s0 % 4) != 0'
    >>> equation("Ne(Mod((((s53 - 1)//2)) + 1, s0*Mod(s1, 2)), 0)")
    '(((((s53 - 1)//2)) + 1) % (s0*(s1 % 2))) != 0'
    >>> equation("Eq(s0, 1) | Eq(s1, 1)"), equation("s0 < 4")
    ('(s0 == 1) | (s1 == 1)', 's0 < 4')
    """
    is_line = text.isascii() and "\n" not in text
    node = parsed_expression(text) if is_line else None
    return text if node is None else _whole(node, text)


def _whole(node: ast.expr, text: str) -> str:
    if isinstance(node, ast.Call) and _is_call_of(node, _RELATIONS):
        return _infix(node, text)
    return _between(node, text, 0, len(text))


def _between(node: ast.expr, text: str, start: int, end: int) -> str:
    """Return a part of the text around a node, with operators for function calls."""
    pieces, at = [], start
    for call in _outermost(node):
        pieces += [text[at : call.col_offset], f"({_infix(call, text)})"]
        at = call.end_col_offset or end
    return "".join([*pieces, text[at:end]])


def _infix(call: ast.Call, text: str) -> str:
    name = getattr(call.func, "id", "")
    left, right = (_side(one, text, name) for one in call.args)
    return f"{left} {_RELATIONS.get(name) or _OPERATORS[name]} {right}"


def _side(node: ast.expr, text: str, function: str) -> str:
    end = node.end_col_offset or len(text)
    side = _between(node, text, node.col_offset, end)
    is_simple = isinstance(node, (ast.Name, ast.Constant, ast.Call))
    is_term = function in _RELATIONS and not isinstance(node, ast.Compare)
    return side if is_simple or is_term else f"({side})"


def _outermost(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls with an operator that are in no other such call, in order."""
    if isinstance(node, ast.Call) and _is_call_of(node, {**_RELATIONS, **_OPERATORS}):
        yield node
        return
    for one in ast.iter_child_nodes(node):
        yield from _outermost(one)


def _is_call_of(node: ast.AST, functions: Mapping[str, str]) -> bool:
    return (
        isinstance(node, ast.Call)
        and len(node.args) == 2
        and getattr(node.func, "id", "") in functions
    )
