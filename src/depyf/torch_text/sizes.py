"""What a size such as ``2*s27 - 2`` or ``Max(1, s27 - 1)`` is for known symbols."""

from __future__ import annotations

import ast
import operator
from typing import Callable, Mapping

_OPERATORS: Mapping[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.floordiv,  # sizes are whole, and torch prints both
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
# As sympy prints them.
_FUNCTIONS: Mapping[str, Callable[..., int]] = {
    "Max": max,
    "Min": min,
    "Mod": operator.mod,
    "PythonMod": operator.mod,
    "FloorDiv": operator.floordiv,
    "CleanDiv": operator.floordiv,
    "CeilDiv": lambda a, b: -(-a // b),
    "floor": int,
    "TruncToInt": int,
    "Abs": abs,
}
_LARGEST_POWER = 64


def evaluated(text: str, sizes: Mapping[str, int]) -> list[int] | None:
    """Return the values of size expressions, None if one is not known.

    Args:
        text: numbers, symbols, arithmetic and the functions that torch prints, with
            commas between the expressions.
        sizes: values of the symbols.

    >>> evaluated("2*s0 - 2, Max(1, s0)", {"s0": 5})
    [8, 5]
    >>> evaluated("4, u0 + 1", {})
    """
    try:
        listed = ast.parse(f"[{text.strip()}]", mode="eval").body
        if not isinstance(listed, ast.List):
            return None
        return [_value(item, sizes) for item in listed.elts]
    except (SyntaxError, ValueError, KeyError, TypeError, ArithmeticError):
        return None


def _value(node: ast.expr, sizes: Mapping[str, int]) -> int:
    """Raises KeyError or ValueError for what has no known value."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return sizes[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, sizes)
    if isinstance(node, ast.BinOp):
        left, right = _value(node.left, sizes), _value(node.right, sizes)
        if isinstance(node.op, ast.Pow) and not 0 <= right <= _LARGEST_POWER:
            raise ValueError(right)
        return _OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        given = [_value(argument, sizes) for argument in node.args]
        return _FUNCTIONS[node.func.id](*given)
    raise ValueError(node)
