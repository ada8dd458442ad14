"""Names of operations that are the same for captured and lowered graphs.

A captured graph has ``x + 1`` and ``torch.exp(x)``, as Python wrote them.  A lowered
graph has ``aten.add.Tensor(x, 1)`` and ``aten.exp.default(x)``.
"""

from __future__ import annotations

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
_COMPARED = frozenset({"<", "<=", ">", ">=", "==", "!="})
_NAMESPACES = frozenset(
    ["torch", "aten", "prims", "_C", "_nn", "nn", "functional", "F"]
)
_OTHER_NAMES = {
    "true_divide": "div",
    "divide": "div",
    "multiply": "mul",
    "subtract": "sub",
    "negative": "neg",
}
# The gradient of a sum is the gradient of its result, in another shape, dtype or scale.
_SUMS = frozenset({"add", "add_", "sub", "sub_"})
_OF_SUMS = frozenset(
    ["add", "sum", "neg", "mul", "clone", "convert_element_type", "_to_copy"]
)
# Operations that torch adds around a gradient, for its type, layout or shape.
_ADAPTING = frozenset(
    ["sum", "clone", "convert_element_type", "_to_copy", "constant_pad_nd"]
)
# In lowered graphs both are views.
_RESHAPES = frozenset({"reshape", "view"})


def operation_kind(label: str) -> str:
    """Return the name of the operation in the label of a node.

    >>> [operation_kind(one) for one in ("x + 1", "aten.add.Tensor(x, 1)", ".exp()")]
    ['add', 'add', 'exp']
    """
    called = _called(label)
    if called:
        return _OTHER_NAMES.get(called, called)
    if label.startswith("-") and " " not in label:
        return "neg"
    return next((_SIGNS[word] for word in label.split() if word in _SIGNS), label)


def may_be_gradient(captured: str, lowered: str) -> bool:
    """Return whether an operation of the backward may compute a gradient.

    >>> may_be_gradient("add", "where"), may_be_gradient("relu", "where")
    (False, True)

    Args:
        captured: the kind of the operation that has the gradient.
        lowered: the kind of the operation of the backward, which is no view.
    """
    return captured not in _SUMS or lowered in _OF_SUMS


def adapts_values(kind: str) -> bool:
    """Return whether a node may prepare or finish the gradient of another operation."""
    return kind in _ADAPTING


def keeps_values(kind: str) -> bool:
    """Return whether a lowered node only gives a value another shape."""
    return kind in _RESHAPES


def is_item(label: str) -> bool:
    """Return whether a node of a lowered graph takes one of several results.

    >>> is_item("convolution_backward_1[0]"), is_item("aten.add.Tensor(1)")
    (True, False)
    """
    name, _, index = label.partition("[")
    return name.isidentifier() and index[:-1].isdigit() and index.endswith("]")


def changes_input(label: str) -> bool:
    """Return whether an operation changes a value in place.

    >>> [changes_input(one) for one in (".add_(1)", "x[0] = y", "x -= 1", "x == 1")]
    [True, True, True, False]
    """
    called = _called(label)
    words = [] if called else label.split()
    is_set = any(one.endswith("=") and one not in _COMPARED for one in words)
    return is_set or (called.endswith("_") and not called.endswith("__"))


def _called(label: str) -> str:
    """Return the function that a label calls, without its namespace and overload."""
    path = label.partition("(")[0].lstrip(".").split(".")
    if not all(one.isidentifier() for one in path):
        return ""
    return next((one for one in path if one not in _NAMESPACES), "")
