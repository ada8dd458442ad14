"""Key a dict by the fields of an object that its items depend on."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced_together, source_of
from depyf.model.findings.key_objects import KEY_OBJECT
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import index_of_item, last_name

if TYPE_CHECKING:
    from depyf.curing.case import Case

_OF_KEY = {"get", "pop", "setdefault"}  # methods whose first argument is a key
_OF_ALL = {"items", "keys", "popitem", "update", "copy"}


def keyed_by_fields(case: Case) -> Iterator[Proposal]:
    """Yield the edit that uses the fields which an item depends on as its key."""
    if not KEY_OBJECT.applies(case.group):
        return
    name = case.group.attribute
    fields = _fields(case, name)
    if not fields or any(_reads_all(case.files.tree(one), name) for one in case.known):
        return
    edits = []
    for file in case.known:
        keys = [*_keys(case.files.tree(file), name)]
        if not all(isinstance(key, (ast.Name, ast.Attribute)) for key in keys):
            return
        lines = case.files.lines(file)
        new = [(key, _tuple(source_of(lines, key), fields)) for key in keys]
        edits += replaced_together(case.files, file, new)
    if edits:
        yield Proposal(
            case.finding, f"key `{name}` by {' and '.join(fields)}", tuple(edits)
        )


def _tuple(key: str, fields: list[str]) -> str:
    values = [f"{key}.{field}" for field in fields]
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


def _fields(case: Case, name: str) -> list[str]:
    """Return the fields of its key on which each stored item depends, if only on them.

    They are in the order of the item's expression.
    """
    found = [
        _fields_in(value, last_name(key), _bound(function_at(tree, value.lineno)))
        for tree in map(case.files.tree, case.known)
        for key, value in _stored(tree, name)
    ]
    return found[0] if found and all(one == found[0] for one in found) else []


def _stored(tree: ast.AST, name: str) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the keys and items that a file stores in a dict of this name."""
    for node in ast.walk(tree):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            value = node.value  # type: ignore[attr-defined]
            if isinstance(target, ast.Subscript) and last_name(target.value) == name:
                yield index_of_item(target), value
            elif last_name(target) == name and isinstance(value, ast.DictComp):
                yield value.key, value.value


def _fields_in(value: ast.expr, key: str, bound: set[str]) -> list[str]:
    """Return the fields of a key that an expression reads, if it reads no more of it.

    Args:
        value: the expression.
        key: the name of the key.
        bound: the variables of the function, which may differ for one key.
    """
    nodes = [node for node in ast.walk(value) if isinstance(node, ast.Attribute)]
    fields = {
        id(node.value): node.attr
        for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset))
        if getattr(node.value, "id", "") == key
    }
    read = [node for node in ast.walk(value) if isinstance(node, ast.Name)]
    others = {node.id for node in read if node.id != key} & bound
    whole = [node for node in read if node.id == key and id(node) not in fields]
    return [] if others or whole else list(dict.fromkeys(fields.values()))


def _bound(function: ast.AST | None) -> set[str]:
    """Return the parameters and variables of a function, without `self`."""
    nodes = list(ast.walk(function)) if function is not None else []
    names = {node.arg for node in nodes if isinstance(node, ast.arg)}
    stored = (one for one in nodes if isinstance(getattr(one, "ctx", None), ast.Store))
    return (names | {last_name(one) for one in stored}) - {"self"}


def _keys(tree: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield the expressions that a file uses as keys of a dict of this name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and last_name(node.value) == name:
            yield index_of_item(node)
        elif isinstance(node, ast.Compare) and last_name(node.comparators[-1]) == name:
            if isinstance(node.ops[-1], (ast.In, ast.NotIn)):
                yield node.left
        elif (
            isinstance(node, ast.Call) and _method(node, name) in _OF_KEY and node.args
        ):
            yield node.args[0]
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.DictComp):
            if any(last_name(target) == name for target in node.targets):
                yield node.value.key


def _method(node: ast.Call, name: str) -> str:
    """Return the method that a call calls on a dict of this name; or ""."""
    func = node.func
    is_of_dict = isinstance(func, ast.Attribute) and last_name(func.value) == name
    return last_name(func) if is_of_dict else ""


def _reads_all(tree: ast.AST, name: str) -> bool:
    """Return whether a file loops over a dict of this name, or over its keys."""
    return any(
        (isinstance(node, ast.Call) and _method(node, name) in _OF_ALL)
        or (
            isinstance(node, (ast.For, ast.comprehension))
            and last_name(node.iter) == name
        )
        for node in ast.walk(tree)
    )
