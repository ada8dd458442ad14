"""Simplify torch's expressions of computed numbers to what a person would write."""

from __future__ import annotations

import ast
from typing import Mapping, NamedTuple

from depyf.model.python_text import parsed_expression, text_of

# The sign of each operator, and its precedence.
_SIGNS: Mapping[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", 1),
    ast.Sub: ("-", 1),
    ast.Mult: ("*", 2),
    ast.Div: ("/", 2),
    ast.FloorDiv: ("//", 2),
    ast.Mod: ("%", 2),
    ast.Pow: ("**", 4),
}
_WHOLE = 9


class _Part(NamedTuple):
    """A part of an expression: its text, and the precedence of its operator."""

    text: str
    binds: int = _WHOLE

    def inside(self, binds: int) -> str:
        return self.text if self.binds >= binds else f"({self.text})"


def spoken_number(text: str) -> str:
    """Return the expression of a number as a person would write it.

    A text that is not Python is returned unchanged.

    >>> spoken_number("1.0 + ((-1)*self.drop.p)"), spoken_number("(1.0*s)")
    ('1 - self.drop.p', 's')
    """
    tree = parsed_expression(text)
    return text if tree is None else _part(tree, text).text


def _part(node: ast.expr, text: str) -> _Part:
    number = _number(node)
    if number is not None:
        is_whole = isinstance(number, float) and number.is_integer()
        shown = repr(int(number) if is_whole else number)
        return _Part(shown, _WHOLE if number >= 0 else 3)
    if not isinstance(node, ast.BinOp) or type(node.op) not in _SIGNS:
        return _Part(text_of(node, text))
    if isinstance(node.op, ast.Mult):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if _number(one) == 1:
                return _part(other, text)
    if isinstance(node.op, ast.Add):
        for one, other in ((node.right, node.left), (node.left, node.right)):
            opposite = _opposite(one)
            if opposite is not None:
                return _joined(_part(other, text), "-", 1, _part(opposite, text))
    sign, binds = _SIGNS[type(node.op)]
    return _joined(_part(node.left, text), sign, binds, _part(node.right, text))


def _joined(left: _Part, sign: str, binds: int, right: _Part) -> _Part:
    is_power = sign == "**"
    one = left.inside(binds + is_power)
    other = right.inside(binds + (sign != "+"))
    return _Part(f"{one} {sign} {other}", binds)


def _opposite(node: ast.expr) -> ast.expr | None:
    """Return ``x`` if a node is ``-1 * x`` or ``x * -1``; None otherwise."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if _number(one) == -1:
                return other
    return None


def _number(node: ast.expr) -> int | float | None:
    """Return the number that a syntax node is, with its sign; None for other nodes."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _number(node.operand)
        return None if value is None else -value
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return value if is_number else None


_COMPARED = {ast.Eq: "==", ast.NotEq: "!="}


def solved(condition: str) -> str:
    """Return an equation in one value, solved for the value; others as they are.

    >>> solved("(48 + 8*caches[0].cursor) != 384")
    'caches[0].cursor != 42'
    >>> solved("(x.size()[0] % 16) == 0")
    '(x.size()[0] % 16) == 0'
    """
    node = parsed_expression(condition)
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return condition
    sign, right = _COMPARED.get(type(node.ops[0])), _integer(node.comparators[0])
    linear = _linear(node.left)
    if sign is None or right is None or linear is None:
        return condition
    value, factor, offset = linear
    if (factor, offset) == (1, 0) or (right - offset) % factor:
        return condition
    return f"{text_of(value, condition)} {sign} {(right - offset) // factor}"


def _linear(node: ast.expr) -> tuple[ast.expr, int, int] | None:
    """Return value, factor and offset of ``offset + factor*value``, or None."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        offset, inner = _integer(node.left), _linear(node.right)
        if offset is None or inner is None:
            return None
        return inner[0], inner[1], inner[2] + offset
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        factor = _integer(node.left)
        return (node.right, factor, 0) if factor and _is_value(node.right) else None
    return (node, 1, 0) if _is_value(node) else None


def _is_value(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call))


def _integer(node: ast.expr) -> int | None:
    """Return the integer that a literal such as ``-2`` stands for, or None."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _integer(node.operand)
        return None if inner is None else -inner
    value = node.value if isinstance(node, ast.Constant) else None
    return value if type(value) is int else None
