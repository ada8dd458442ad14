"""Insert calls into a program that report which line sets a value.

A call follows each statement that sets an attribute, an item or a global, or changes a
container.  Line numbers do not change.
"""

from __future__ import annotations

import ast
from typing import Collection, Iterator

from depyf.model.findings.program_index import CHANGES
from depyf.model.findings.syntax_parts import index_of_item
from depyf.model.python_text import dotted

STORED, CHANGED = "__depyf_stored__", "__depyf_changed__"
_CHANGING = CHANGES | {"sort", "reverse"}


def with_notes(tree: ast.Module, names: Collection[str]) -> ast.Module:
    """Return a syntax tree with a reporting call after each assignment to some names.

    Args:
        tree: the syntax tree of a file, which is changed.
        names: the names of attributes and globals to report.  Changes of containers
            are always reported, because a container has no name of its own.
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
        """Visit a scope; `names` are the globals that it sets, None at module level."""
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
        bases = (
            dotted(one.value) for one in node.targets if isinstance(one, ast.Subscript)
        )
        return [node, *(_call(node, CHANGED, one) for one in bases if one)]

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        call = node.value
        func = call.func if isinstance(call, ast.Call) else None
        if isinstance(func, ast.Attribute) and func.attr in _CHANGING:
            container = dotted(func.value)
            if container:
                return [node, _call(node, CHANGED, container)]
        return [node]

    def _notes(self, node: ast.stmt, targets: list[ast.expr]) -> Iterator[ast.stmt]:
        for target in _each(targets):
            if isinstance(target, ast.Name):
                if self._is_global(target.id):
                    yield _call(node, STORED, "globals()", repr(target.id))
                continue
            # Only a chain of names can be evaluated a second time.
            owner = dotted(getattr(target, "value", target))
            if not owner:
                continue
            if isinstance(target, ast.Attribute) and target.attr in self._names:
                yield _call(node, STORED, owner, repr(target.attr))
            elif isinstance(target, ast.Subscript):
                yield _call(node, CHANGED, owner)
                key = index_of_item(target)
                if isinstance(key, (ast.Name, ast.Constant)):
                    shown = dotted(key) or repr(getattr(key, "value", None))
                    yield _call(node, STORED, owner, shown)

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


def _call(at: ast.stmt, name: str, *values: str) -> ast.stmt:
    """Return a statement that calls a reporting function, with the line of `at`."""
    call = ast.parse(f"{name}({', '.join(values)})").body[0]
    for node in ast.walk(call):
        ast.copy_location(node, at)
    return call
