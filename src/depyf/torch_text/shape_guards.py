"""Read guards on symbols, as torch writes them in sympy's form."""

from __future__ import annotations

import ast

from depyf.model.python_text import parsed_expression

_EQUATION = "Eq"
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
