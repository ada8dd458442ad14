"""Compute only once the values that methods derive from a number in an attribute.

A number that a method reads is a constant of its entry.  So objects of one class with
different numbers need an entry each.  If only `__init__` sets the number, each call
derives the same value.  As a tensor, this value is an input of the graph, and one entry
serves all objects.
"""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple, Sequence

from depyf.curing.blocks import free_name
from depyf.curing.program_files import Edit, are_apart
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import (
    attributes_set_later,
    indent_of,
    replaced,
    source_of,
)
from depyf.model.findings.program_index import FUNCTIONS, Function, last_line
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles

_FIRST = "__init__"
_DERIVES = (ast.BinOp, ast.UnaryOp, ast.Call)


class _Owner(NamedTuple):
    """A class, its file, and its `__init__`."""

    file: str
    node: ast.ClassDef
    first: Function


def computed_once(case: Case) -> Iterator[Proposal]:
    """Yield edits that compute a value from an attribute once, as a tensor."""
    if case.kind is not GuardKind.NUMBER or not case.is_attribute:
        return
    name = case.group.attribute
    later = {
        one
        for file in case.known
        for one in attributes_set_later(case.files.tree(file))
    }
    if name in later:
        return
    for file in case.known:
        tree = case.files.tree(file)
        outer = _names_of(tree)
        for owner in ast.walk(tree):
            if not isinstance(owner, ast.ClassDef):
                continue
            methods = [one for one in owner.body if isinstance(one, FUNCTIONS)]
            first = next((one for one in methods if one.name == _FIRST), None)
            if first is None or name not in _set_in(first):
                continue
            fixed = _set_in(first) - later
            derived = [
                expression
                for one in methods
                if one is not first
                for expression in _derived(one, name, fixed, outer)
            ]
            # Without a computation, the number itself varies, which other edits cure.
            if not any(isinstance(one, _DERIVES) for one in derived):
                continue
            edits = _edits(case.files, _Owner(file, owner, first), derived, name)
            if are_apart(edits):
                what = f"keep the value that `{owner.name}` computes from `self.{name}`"
                yield with_torch(case.files, case.finding, what, edits)


def _set_in(function: Function) -> set[str]:
    """Return the names of attributes of `self` that a method sets."""
    return {
        node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if dotted(node.value) == "self"
    }


def _names_of(tree: ast.Module) -> set[str]:
    """Return the names that a file defines or imports at top level, and builtins."""
    found = set(dir(builtins))
    for node in tree.body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for one in node.names:
                found.add((one.asname or one.name).partition(".")[0])
    return found


def _derived(
    method: Function, name: str, fixed: set[str], outer: set[str]
) -> Iterator[ast.expr]:
    """Yield the largest expressions that depend only on fixed attributes."""
    parents: Mapping[int, ast.AST] = {
        id(child): node
        for node in ast.walk(method)
        for child in ast.iter_child_nodes(node)
    }
    local = {
        node.id
        for node in ast.walk(method)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    local |= {one.arg for one in ast.walk(method) if isinstance(one, ast.arg)}
    for node in ast.walk(method):
        is_read = isinstance(node, ast.Attribute) and node.attr == name
        if not is_read or dotted(node.value) != "self":  # type: ignore[attr-defined]
            continue
        whole: ast.AST = node
        while _is_derived(parents.get(id(whole)), fixed, outer - local):
            whole = parents[id(whole)]
        if isinstance(whole, ast.expr):
            yield whole


def _is_derived(node: ast.AST | None, fixed: set[str], outer: set[str]) -> bool:
    """Return whether an expression uses only fixed attributes and global names."""
    if not isinstance(node, _DERIVES):
        return False
    own = {id(one.value) for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute) and dotted(one.value) == "self":
            if one.attr not in fixed:
                return False
        elif isinstance(one, ast.Name) and one.id not in outer:
            if one.id != "self" or id(one) not in own:
                return False
        elif isinstance(one, (ast.NamedExpr, ast.Await, ast.Lambda, ast.Starred)):
            return False
    return True


def _edits(
    files: ProgramFiles, owner: _Owner, derived: Sequence[ast.expr], name: str
) -> list[Edit]:
    """Return the edits that add tensors to `__init__` and read them in methods."""
    lines, tree = files.lines(owner.file), files.tree(owner.file)
    names: dict[str, str] = {}
    for source in dict.fromkeys(source_of(lines, one) for one in derived):
        number = f"_{len(names) + 1}" if names else ""
        names[source] = free_name(tree, f"{name}_tensor{number}")
    edits = [
        replaced(files, owner.file, one, f"self.{names[source_of(lines, one)]}")
        for one in derived
    ]
    is_module = any(dotted(base).endswith("Module") for base in owner.node.bases)
    indent = indent_of(lines[owner.first.body[0].lineno - 1])
    at = last_line(owner.first)
    kept = tuple(
        f'{indent}self.register_buffer("{new}", torch.tensor({source}), '
        "persistent=False)"
        if is_module
        else f"{indent}self.{new} = torch.tensor({source})"
        for source, new in names.items()
    )
    return [*edits, Edit(owner.file, at + 1, at, kept)]
