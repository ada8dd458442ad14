"""Read small parts of a syntax tree: names, keys, and what a call stores."""

from __future__ import annotations

import ast
from typing import Iterator

from depyf.model.python_text import parsed

NUMPY = {"np", "numpy"}  # the usual names of the module
_ADDS = {"append", "appendleft", "add", "insert", "put", "put_nowait", "set"}


def last_name(node: ast.AST) -> str:
    """Return the last name of a node such as ``a.b``; empty for other nodes."""
    return getattr(node, "attr", getattr(node, "id", ""))


def constant(node: ast.AST | None) -> object:
    """Return the value of a literal; an empty string for other nodes."""
    return node.value if isinstance(node, ast.Constant) else ""


def index_of_item(node: ast.Subscript) -> ast.expr:
    """Return the index in brackets, which Python 3.8 wraps in another node."""
    return _unwrapped(node.slice)


def indexes_of(node: ast.Subscript) -> list[ast.expr]:
    """Return the index in brackets for each dimension; some may be slices."""
    index: ast.AST = index_of_item(node)
    parts = getattr(index, "dims", getattr(index, "elts", [index]))  # dims: Python 3.8
    return list(map(_unwrapped, parts))


def _unwrapped(node: ast.AST) -> ast.expr:
    return node.value if type(node).__name__ == "Index" else node  # type: ignore[attr-defined,return-value]


def is_all_of(node: ast.expr) -> bool:
    """Return whether an expression is a slice of a whole list, such as ``rows[:]``."""
    key = index_of_item(node) if isinstance(node, ast.Subscript) else None
    return isinstance(key, ast.Slice) and key.lower is None and key.upper is None


def entering(context: ast.expr) -> ast.expr:
    """Return the call of ``__enter__`` that gives a `with` statement its value."""
    method = ast.Attribute(context, "__enter__", ast.Load())
    call = ast.Call(ast.copy_location(method, context), [], [])
    return ast.copy_location(call, context)


def whole_of(node: ast.expr) -> ast.expr | None:
    """Return the object whose ``__dict__`` an expression is; None for other nodes."""
    if isinstance(node, ast.Attribute) and node.attr == "__dict__":
        return node.value
    if isinstance(node, ast.Call) and last_name(node.func) == "vars" and node.args:
        return node.args[0]
    return None


def given_by_call(
    node: ast.Call, name: str
) -> Iterator[tuple[ast.expr, ast.expr, ast.expr]]:
    """Yield what a call such as ``update`` stores: the container, key and value.

    For ``setattr``, the container is the ``__dict__`` of the object.
    """
    args = node.args
    if name in {"setattr", "__setattr__"} and len(args) > 1:
        if len(args) == 2 and isinstance(node.func, ast.Attribute):
            args = [node.func.value, *args]
        if len(args) > 2:
            own = ast.Attribute(args[0], "__dict__", ast.Load())
            yield ast.copy_location(own, node), args[1], args[2]
    elif not isinstance(node.func, ast.Attribute):
        return
    elif name in {"setdefault", "__setitem__"} and len(args) > 1:
        yield node.func.value, args[0], args[1]
    elif name in _ADDS and args:
        yield node.func.value, ast.Name("", ast.Load()), args[-1]
    elif name == "update":
        for one in node.keywords:
            if one.arg is not None:
                yield node.func.value, ast.Constant(one.arg), one.value
        for given in args:
            if isinstance(given, ast.Dict):
                for key, value in zip(given.keys, given.values):
                    if key is not None:
                        yield node.func.value, key, value


def method_of(owner: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    """Return the method of this name that a class itself defines, or None."""
    methods = (one for one in owner.body if isinstance(one, ast.FunctionDef))
    return next((one for one in methods if one.name == name), None)


def own_attributes(node: ast.AST, *, stored: bool = False) -> set[str]:
    """Return the attributes of `self` that code reads, or those that it sets.

    >>> own_attributes(ast.parse("self.a = self.b.c"))
    {'b'}
    >>> own_attributes(ast.parse("self.a = self.b.c"), stored=True)
    {'a'}
    """
    return {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute) and getattr(one.value, "id", "") == "self"
        if isinstance(one.ctx, ast.Load) is not stored
    }


def names_called(line: str) -> set[str]:
    """Return the last names of the functions that a line of code calls.

    >>> sorted(names_called("for x in self.rows(table()):"))
    ['rows', 'table']
    """
    text = line.strip()
    tree = parsed(text) or parsed(f"{text} pass")
    nodes = ast.walk(tree) if tree is not None else ()
    return {last_name(one.func) for one in nodes if isinstance(one, ast.Call)}


def constants_named(tree: ast.AST, name: str) -> Iterator[object]:
    """Yield the constants that a file gives to anything of a name.

    >>> source = "def f(mode='a', *, n=1): g(mode='b', n=2); self.mode = 'c'"
    >>> list(constants_named(parsed(source), "mode"))
    ['a', 'c', 'b']
    """
    given: list[tuple[str, ast.AST | None]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            given += [(last_name(one), node.value) for one in node.targets]
        elif isinstance(node, ast.AnnAssign):
            given.append((last_name(node.target), node.value))
        elif isinstance(node, ast.arguments):
            named = [*getattr(node, "posonlyargs", ()), *node.args]
            last = len(named) - len(node.defaults)
            pairs = [*zip(named[last:], node.defaults)]
            pairs += zip(node.kwonlyargs, node.kw_defaults)  # type: ignore[arg-type]
            given += [(one.arg, value) for one, value in pairs]
        elif isinstance(node, ast.keyword):
            given.append((node.arg or "", node.value))
        elif isinstance(node, ast.Dict):
            given += [
                (str(constant(key)), one) for key, one in zip(node.keys, node.values)
            ]
    yield from (
        one.value for to, one in given if to == name and isinstance(one, ast.Constant)
    )


def is_imported(tree: ast.Module, name: str) -> bool:
    """Return whether a file imports a module under its name at top level."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if (alias.asname or alias.name) == name or (
                    alias.asname is None and alias.name.startswith(f"{name}.")
                ):
                    return True
    return False
