"""Names of operations that are the same for captured and lowered graphs.

A captured graph has ``x + 1`` and ``torch.exp(x)``, as Python wrote them.  A lowered
graph has ``aten.add.Tensor(x, 1)`` and ``aten.exp.default(x)``.
"""

from __future__ import annotations

import re

_SIGNS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "**": "pow",
    "@": "matmul",
    "<": "lt",
    "<=": "le",
    ">": "gt",
    ">=": "ge",
    "==": "eq",
    "!=": "ne",
}
_BINARY = re.compile(r" (\*\*|[<>=!]=|[-+*/@<>]) ")
_UNARY = re.compile(r"-\w+(\[\d+\])*$")
_CALLED = re.compile(r"\.?([A-Za-z_][\w.]*)(?=\(|$)")
_CHANGED = re.compile(r"\w[\w.]*(\[.*\])? (\*\*|//|<<|>>|[-+*/%@&|^])?= ")
_NAMESPACES = re.compile(r"(?:torch|aten|prims|_C|_nn|nn|functional|F)\.")
_OTHER_NAMES = {
    "true_divide": "div",
    "divide": "div",
    "multiply": "mul",
    "subtract": "sub",
    "negative": "neg",
}


def operation_kind(label: str) -> str:
    """Return the name of the operation in the label of a node.

    >>> [operation_kind(one) for one in ("x + 1", "aten.add.Tensor(x, 1)", ".exp()")]
    ['add', 'add', 'exp']
    """
    call = _CALLED.match(label)
    if call is not None:
        name = _NAMESPACES.sub("", call.group(1)).partition(".")[0]
        return _OTHER_NAMES.get(name, name)
    if _UNARY.match(label):
        return "neg"
    sign = _BINARY.search(label)
    return _SIGNS[sign.group(1)] if sign is not None else label


def changes_input(label: str) -> bool:
    """Return whether an operation changes a value in place.

    >>> [changes_input(one) for one in (".add_(1)", "aten.copy_.default(x, y)", ".t()")]
    [True, True, False]
    """
    return bool(_CHANGED.match(label)) or operation_kind(label).endswith("_")
