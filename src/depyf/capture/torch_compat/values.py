"""Read the value that a guard checks, without running the program's code.

A guard names its value by a Python expression, such as ``L['x'].size()[0]``.  The
expression is read step by step: attributes that an object stores, items of plain
containers, sizes of tensors.  Steps that would run code of the program, such as a
property or ``__getattr__``, raise `UnreadableError`.
"""

from __future__ import annotations

import ast
import operator
import types
from typing import Any, Callable, Mapping, NamedTuple

import torch

from depyf.capture.static_look import (
    MISSING,
    StaticLook,
    class_attributes,
    class_name,
    is_exactly,
)
from depyf.capture.torch_compat.compiling import unseen
from depyf.capture.torch_compat.described import COLLECTIONS, PLAIN, is_plain
from depyf.capture.torch_compat.owners import is_module, module_entry
from depyf.decompiler.exact_types import is_a
from depyf.model.python_text import dotted


class _Tuple(NamedTuple):
    item: object


# Descriptors in C, which read from an object without running Python code.
_C_READERS = (
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    type(vars(_Tuple)["item"]),
)
_COMPARED: Mapping[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_COMPUTED: Mapping[type, Callable[[Any, Any], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


class UnreadableError(Exception):
    """The value cannot be read, or only by running the program's code."""


class MissingError(Exception):
    """A key, attribute or item of the path is missing."""


def value_of(
    expression: ast.expr,
    arguments: Mapping[str, object],
    namespace: Mapping[str, object],
) -> object:
    """Return the value of a guard's expression in a call.

    Args:
        expression: an expression of ``L['name']`` and ``G['name']``.
        arguments: the variables of the call, which are ``L``.
        namespace: the globals of the module, which are ``G``.

    Raises:
        MissingError: a key, attribute or item is missing.
        UnreadableError: reading the value is not supported, or would run code of the
            program.
    """
    reader = _Reader({"L": arguments, "G": namespace})
    found: object = unseen(reader.value)(expression)
    return found


class _Reader:
    def __init__(self, scopes: Mapping[str, Mapping[str, object]]) -> None:
        self._scopes = scopes

    def value(self, node: ast.expr) -> Any:
        """Return the value of a node; a method named after the node's type reads it."""
        read = getattr(self, f"_{type(node).__name__.lower()}", None)
        if read is None:
            raise UnreadableError(f"{type(node).__name__} is not inspected")
        return read(node)

    def _constant(self, node: ast.Constant) -> object:
        return node.value

    def _list(self, node: ast.List) -> list[object]:
        return [self.value(item) for item in node.elts]

    def _tuple(self, node: ast.Tuple) -> tuple[object, ...]:
        return tuple(self.value(item) for item in node.elts)

    def _attribute(self, node: ast.Attribute) -> object:
        if isinstance(node.value, ast.Name) and node.value.id == "torch":
            found = vars(torch).get(node.attr, MISSING)  # torch.float32
            if is_plain(found):
                return found
        return _attribute(self.value(node.value), node.attr)

    def _subscript(self, node: ast.Subscript) -> object:
        key = self.value(_index(node))
        if isinstance(node.value, ast.Name) and node.value.id in self._scopes:
            return _present(self._scopes[node.value.id], key)
        return _item(self.value(node.value), key)

    def _call(self, node: ast.Call) -> object:
        compute = _FUNCTIONS.get(dotted(node.func))
        if compute is not None:
            return compute(*map(self.value, node.args))
        if isinstance(node.func, ast.Attribute) and not node.args:
            return _of_method(self.value(node.func.value), node.func.attr)
        raise UnreadableError("a call")

    def _unaryop(self, node: ast.UnaryOp) -> object:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return not _plain(value)
        if isinstance(node.op, ast.USub):
            return -_number(value)
        raise UnreadableError("an operation")

    def _binop(self, node: ast.BinOp) -> object:
        compute = _COMPUTED.get(type(node.op))
        left, right = self.value(node.left), self.value(node.right)
        if compute is None:
            raise UnreadableError("an operation")
        try:
            return compute(_number(left), _number(right))
        except ZeroDivisionError as error:
            raise UnreadableError("a division by zero") from error

    def _boolop(self, node: ast.BoolOp) -> bool:
        joined = all if isinstance(node.op, ast.And) else any
        return joined(bool(_plain(self.value(one))) for one in node.values)

    def _compare(self, node: ast.Compare) -> bool:
        left = self.value(node.left)
        for kind, one in zip(node.ops, node.comparators):
            right = self.value(one)
            if not _holds(kind, left, right):
                return False
            left = right
        return True


def _index(node: ast.Subscript) -> ast.expr:
    """Return the index of a subscript, which Python 3.8 wraps in another node."""
    inner: Any = node.slice
    found: ast.expr = inner.value if type(inner).__name__ == "Index" else inner
    return found


def _holds(kind: ast.cmpop, left: object, right: object) -> bool:
    if isinstance(kind, ast.Is):
        return left is right
    if isinstance(kind, ast.IsNot):
        return left is not right
    if isinstance(kind, ast.In):
        return _contained(right, left)
    compare = _COMPARED.get(type(kind))
    if compare is None:
        raise UnreadableError("a comparison")
    try:
        return bool(compare(_plain(left), _plain(right)))
    except TypeError as error:
        raise UnreadableError("values that cannot be compared") from error


def _plain(value: object) -> Any:
    """Return the value; raise if its comparison or truth may run the program's code."""
    if is_plain(value):
        return value
    if is_exactly(value, list, tuple, torch.Size):
        for item in value:  # type: ignore[attr-defined]
            _plain(item)
        return value
    raise UnreadableError(f"a value of type {class_name(type(value))}")


def _number(value: object) -> Any:
    if not is_exactly(value, bool, int, float):
        raise UnreadableError("no number")
    return value


def _present(mapping: Mapping[Any, object], key: object) -> object:
    found = mapping.get(key, MISSING)
    if found is MISSING:
        raise MissingError
    return found


def _item(value: Any, key: object) -> object:
    if not is_exactly(key, *PLAIN):
        raise UnreadableError("an item under a key that is not a plain value")
    if is_a(value, dict):
        if not dict.__contains__(value, key):
            raise MissingError
        return dict.__getitem__(value, key)
    kind: Any
    for kind in (list, tuple):
        if is_a(value, kind) and type(key) is int:
            length = kind.__len__(value)
            if not -length <= key < length:
                raise MissingError
            found: object = kind.__getitem__(value, key)
            return found
    if type(value) is types.MappingProxyType:
        return _present(value, key)
    raise UnreadableError(f"an item of {class_name(type(value))}")


def _attribute(value: object, name: str) -> object:
    if name == "__class__":
        return type(value)
    if name == "__dict__" and is_a(value, type):
        return class_attributes(value)
    look = StaticLook()
    found, of_class = look.attribute(value, name)
    if found is MISSING:
        return _of_module(value, name, look)
    if of_class and is_exactly(found, *_C_READERS):
        try:
            return found.__get__(value)
        except (AttributeError, ValueError) as error:  # an empty slot or cell
            raise MissingError from error
        except TypeError as error:  # the slot is one of the class's instances
            raise UnreadableError(f"`{name}` of a class") from error
    is_function = type(found) is types.FunctionType
    if of_class and not is_function and look.is_bound(found, "__get__"):
        raise UnreadableError(f"`{name}` is computed")
    return found


def _of_module(value: object, name: str, look: StaticLook) -> object:
    """Return a module's parameter, buffer or module."""
    own = look.instance_dict(value) or {}
    found = module_entry(own, name) if is_module(value) else MISSING
    if found is not MISSING:
        return found
    if look.on_class(type(value), "__getattr__") is not MISSING:
        raise UnreadableError(f"`{name}` comes from `__getattr__`")
    raise MissingError


def _of_method(value: object, name: str) -> object:
    if is_a(value, torch.Tensor) and name in _TENSOR_METHODS:
        return getattr(torch.Tensor, name)(value)
    if is_a(value, dict) and name == "keys":
        return _keys(value)
    raise UnreadableError("a call of a method")


_TENSOR_METHODS = {"size", "stride", "storage_offset", "dim", "ndimension", "numel"}


def _length(value: Any) -> int:
    kind: Any
    for kind in (*COLLECTIONS, str):
        if is_a(value, kind):
            return int(kind.__len__(value))
    raise UnreadableError("a length")


def _listed(value: Any) -> list[object]:
    if not is_exactly(value, list, tuple):
        raise UnreadableError("a list")
    return list(value)


def _mapping(value: object) -> object:
    """Return the value if it is a dict or a class's mapping; otherwise raise."""
    if not is_a(value, dict) and type(value) is not types.MappingProxyType:
        raise UnreadableError("a dict of something else")
    return value


def _keys(value: Any) -> list[object]:
    if not is_a(value, dict):
        raise UnreadableError("keys of an object that is not a dict")
    return list(dict.keys(value))


def _contained(container: object, key: object) -> bool:
    if not is_exactly(key, *PLAIN):
        raise UnreadableError("a key that is not a plain value")
    kind: Any
    for kind in (dict, set, frozenset):
        if is_a(container, kind):
            return bool(kind.__contains__(container, key))
    raise UnreadableError("no container")


_FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "___dict_contains": lambda key, container: _contained(container, key),
    "dict.__getitem__": _item,
    "dict": _mapping,
    "dict.keys": _keys,
    "len": _length,
    "list": _listed,
    "set.__contains__": _contained,
    "tuple": lambda value: tuple(_listed(value)),
    "type": type,
}
