"""Recognize two spellings of one condition on sizes, by their values at some sizes.

torch reports ``Ne((s0 - 1)//2 + 1, 1)`` when it adds a guard.  Later it prints
``(1 + (((-1) + L['x'].size()[3]) // 2)) != 1``.
"""

from __future__ import annotations

import ast
import operator
from typing import Callable, Mapping, Sequence, Tuple, Union

from depyf.model.python_text import parsed_expression, text_of

_Number = Union[int, float]
ConditionKey = Tuple[str, Tuple[_Number, ...]]
_LONGEST = 1000  # characters of an expression that is compared
_RELATIONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_CALLS = {"Eq": "==", "Ne": "!="}
_OPERATORS: Mapping[type[ast.operator], Callable[[_Number, _Number], _Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_FUNCTIONS: Mapping[str, Callable[[_Number, _Number], _Number]] = {
    "Mod": operator.mod,
    "FloorDiv": operator.floordiv,
    "Min": min,
    "Max": max,
    "min": min,
    "max": max,
}


def condition_key(
    text: str, samples: Sequence[Mapping[str, int]]
) -> ConditionKey | None:
    """Return a key that all spellings of a condition share; None if unknown.

    Args:
        text: the condition.
        samples: several values of the sizes, by their names or paths.
    """
    tree = parsed_expression(text) if len(text) <= _LONGEST else None
    sides = _sides(tree) if tree is not None else None
    if sides is None:
        return None
    relation, left, right = sides
    try:
        pairs = [
            (_value(left, text, sizes), _value(right, text, sizes)) for sizes in samples
        ]
    except (LookupError, ArithmeticError):
        return None
    values = [one - other for one, other in pairs]
    if not any(values):  # sides that are always equal: their difference says nothing
        return relation, tuple(one for one, _ in pairs)
    is_mirrored = relation in {">", ">="}
    if relation in {"==", "!="}:
        is_mirrored = next((one < 0 for one in values if one), False)
    if is_mirrored:
        values = [-one for one in values]
        relation = relation.replace(">", "<")
    return relation, tuple(values)


def _sides(tree: ast.expr) -> tuple[str, ast.expr, ast.expr] | None:
    if isinstance(tree, ast.Compare) and len(tree.ops) == 1:
        relation = _RELATIONS.get(type(tree.ops[0]), "")
        return (relation, tree.left, tree.comparators[0]) if relation else None
    if isinstance(tree, ast.Call) and len(tree.args) == 2:
        relation = _CALLS.get(getattr(tree.func, "id", ""), "")
        return (relation, tree.args[0], tree.args[1]) if relation else None
    return None


def _value(node: ast.expr, text: str, sizes: Mapping[str, int]) -> _Number:
    """Return the value of an expression.

    Raises:
        LookupError: the expression is not only about sizes.
        ArithmeticError: it has no value.
    """
    known = sizes.get(text_of(node, text))
    if known is not None:
        return known
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, text, sizes)
    if isinstance(node, ast.BinOp):
        left, right = (_value(one, text, sizes) for one in (node.left, node.right))
        return _OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.Call) and len(node.args) == 2:
        left, right = (_value(one, text, sizes) for one in node.args)
        return _FUNCTIONS[getattr(node.func, "id", "")](left, right)
    raise LookupError(text)
