"""Program text that tells which of its lines sets a value.

Behind each statement that sets an attribute, a dict entry or a global, or changes a
container, stands a call that tells so.  Line numbers stay as they are.
"""

from __future__ import annotations

import ast
from typing import Collection, Iterator

STORED, CHANGED = "__depyf_stored__", "__depyf_changed__"
_CHANGING = {
    *("append", "appendleft", "add", "insert", "extend", "update", "setdefault"),
    *("pop", "popleft", "popitem", "remove", "discard", "clear", "sort", "reverse"),
}


def with_notes(tree: ast.Module, names: Collection[str]) -> ast.Module:
    """Return a tree whose stores of some names tell of themselves.

    Args:
        tree: of a file; it is changed.
        names: of attributes, keys and globals that are of interest. Changes of
            containers tell in any case: a container has no name of its own.
    """
    _Noting(names).visit(tree)
    return ast.fix_missing_locations(tree)


class _Noting(ast.NodeTransformer):
    def __init__(self, names: Collection[str]) -> None:
        self._names = names
        self._globals: list[set[str] | None] = []

    def visit_Module(self, node: ast.Module) -> ast.AST:
        return self._scope(node, None)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._scope(node, _declared(node))

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._scope(node, _declared(node))

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._scope(node, set())

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def _scope(self, node: ast.AST, names: set[str] | None) -> ast.AST:
        """Visit a scope; `names` are its globals, None where all names are."""
        self._globals.append(names)
        self.generic_visit(node)
        self._globals.pop()
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        return [node, *self._notes(node, node.targets)]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        return [node, *self._notes(node, [node.target])]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        return [node, *self._notes(node, [node.target] if node.value else [])]

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        bases = [one.value for one in node.targets if isinstance(one, ast.Subscript)]
        return [node, *(_call(node, CHANGED, one) for one in bases if _plain(one))]

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        call = node.value
        func = call.func if isinstance(call, ast.Call) else None
        if isinstance(func, ast.Attribute) and func.attr in _CHANGING:
            if _plain(func.value):
                return [node, _call(node, CHANGED, func.value)]
        return [node]

    def _notes(self, node: ast.stmt, targets: list[ast.expr]) -> Iterator[ast.stmt]:
        for target in _each(targets):
            if isinstance(target, ast.Attribute) and target.attr in self._names:
                if _plain(target.value):
                    name = ast.Constant(target.attr)
                    yield _call(node, STORED, target.value, name)
            elif isinstance(target, ast.Subscript) and _plain(target.value):
                key = key_of(target)
                yield _call(node, CHANGED, target.value)
                if key is not None:
                    yield _call(node, STORED, target.value, key)
            elif isinstance(target, ast.Name) and self._is_global(target.id):
                space = ast.Call(ast.Name("globals", ast.Load()), [], [])
                yield _call(node, STORED, space, ast.Constant(target.id))

    def _is_global(self, name: str) -> bool:
        known = self._globals[-1]
        return name in self._names and (known is None or name in known)


def _declared(function: ast.AST) -> set[str]:
    """Return the names that a function declares as global."""
    return {
        name
        for node in ast.walk(function)
        if isinstance(node, ast.Global)
        for name in node.names
    }


def _each(targets: list[ast.expr]) -> Iterator[ast.expr]:
    for target in targets:
        if isinstance(target, (ast.Tuple, ast.List)):
            yield from _each(target.elts)
        elif isinstance(target, ast.Starred):
            yield from _each([target.value])
        else:
            yield target


def _plain(node: ast.expr) -> bool:
    """Return whether an expression may be read once more: names and attributes."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def key_of(target: ast.Subscript) -> ast.expr | None:
    """Return the key of a subscript if it may be read once more: a name, a constant."""
    key: ast.AST = target.slice
    if type(key).__name__ == "Index":  # Python 3.8
        key = getattr(key, "value", key)
    return key if isinstance(key, (ast.Name, ast.Constant)) else None


def _call(at: ast.stmt, name: str, *values: ast.expr) -> ast.stmt:
    """Return a statement that calls one of the functions with copies of expressions."""
    copies = [ast.parse(_source(one), mode="eval").body for one in values]
    call = ast.Expr(ast.Call(ast.Name(name, ast.Load()), copies, []))
    for node in ast.walk(call):
        ast.copy_location(node, at)
    return call


def _source(node: ast.expr) -> str:
    """Return the source of a plain expression; `ast.unparse` is of Python 3.9."""
    if isinstance(node, ast.Attribute):
        return f"{_source(node.value)}.{node.attr}"
    if isinstance(node, ast.Constant):
        return repr(node.value)
    if isinstance(node, ast.Call):
        return f"{_source(node.func)}()"
    return node.id if isinstance(node, ast.Name) else "None"
