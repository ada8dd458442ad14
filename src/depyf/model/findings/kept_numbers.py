"""Find out whether an attribute stores a number read from a tensor for later calls."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Collection, NamedTuple

from depyf.model.events import SourceLine
from depyf.model.findings.passed_numbers import traced_functions
from depyf.model.findings.program_index import last_line
from depyf.model.findings.rewriting import names_in
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

_READ = {"item", "tolist", "int", "float", "bool", "len"}
_OF_NUMBERS = {"min", "max", "sum", "abs", "round", "list", "tuple", "zip", "range"}


class Kept(NamedTuple):
    """An attribute that stores a value, and the line of the store.

    Attributes:
        where: the line that stores the value.
        attribute: the name of the attribute.
    """

    where: SourceLine
    attribute: str


def kept_in(one: Break) -> Kept | None:
    """Return the attribute storing the number read at a break, if traced code uses it.

    A number that a function returns is followed to the line that called the function.
    """
    found = _kept(one)
    return found[0] if found is not None and found[1] else None


def kept_for_later(one: Break) -> Kept | None:
    """Return the attribute storing that number, if only other code uses it."""
    found = _kept(one)
    return found[0] if found is not None and not found[1] else None


def _kept(one: Break) -> tuple[Kept, bool] | None:
    """Return the attribute storing the number, and whether traced code uses it."""
    read = _READ
    for line in reversed(one.event.user_stack):
        tree = one.tree_around(line)
        statement = _statement_at(tree, line.line) if tree is not None else None
        if tree is None or statement is None:
            return None
        numbers = _Numbers(read)
        found = numbers.followed(tree, statement)
        if found is not None:
            number, attribute = found
            where = SourceLine(line.file, number)
            return Kept(where, attribute), _is_read(one, tree, attribute)
        if not numbers.are_returned(tree):
            return None
        read = {line.function}
    return None


def _statement_at(tree: ast.AST, line: int) -> ast.stmt | None:
    """Return the innermost statement around a line."""
    found = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= last_line(node):
            if found is None or node.lineno >= found.lineno:
                found = node
    return found


class _Numbers:
    """Finds the variables of a function that hold a number read from a tensor.

    Args:
        read: the functions that return such numbers, such as ``item``.
    """

    def __init__(self, read: Collection[str]) -> None:
        self._read = read
        self.names: set[str] = set()

    def followed(self, tree: ast.AST, statement: ast.stmt) -> tuple[int, str] | None:
        """Collect variables of the number; return the line and attribute that store it.

        The result is None if no attribute stores the number.

        Args:
            tree: the function.
            statement: the statement that reads the number.
        """
        assignments = [
            node
            for node in ast.walk(tree)
            if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign))
            if node.lineno >= statement.lineno
        ]
        for node in sorted(assignments, key=lambda node: node.lineno):
            if node.value is None or not self._has(node.value):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                kept = target.value if isinstance(target, ast.Subscript) else target
                if isinstance(kept, ast.Attribute):
                    return node.lineno, kept.attr
                self.names |= names_in(target)
        return None

    def are_returned(self, tree: ast.AST) -> bool:
        """Return whether the function returns a number that it read from a tensor."""
        return any(
            isinstance(node, ast.Return) and node.value and self._has(node.value)
            for node in ast.walk(tree)
        )

    def _has(self, value: ast.expr) -> bool:
        """Return whether an expression is computed from a number read from a tensor."""
        return self._is_number(value) and any(
            last_name(node.func) in self._read
            if isinstance(node, ast.Call)
            else isinstance(node, ast.Name) and node.id in self.names
            for node in ast.walk(value)
        )

    def _is_number(self, node: ast.expr, also: Collection[str] = ()) -> bool:
        """Return whether all variables in an expression are numbers.

        Attributes count as numbers, because one of them may keep the number.
        """
        if isinstance(node, ast.Call):
            called = last_name(node.func)
            return called in self._read or (
                called in _OF_NUMBERS
                and all(self._is_number(one, also) for one in node.args)
            )
        if isinstance(node, ast.Name):
            return node.id in self.names or node.id in also
        if isinstance(node, (ast.Constant, ast.Attribute)):
            return True
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            loops = node.generators
            bound = {name for one in loops for name in names_in(one.target)}
            return all(self._is_number(one.iter, also) for one in loops) and (
                self._is_number(node.elt, {*also, *bound})
            )
        parts = [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]
        return all(self._is_number(one, also) for one in parts)


def _is_read(one: Break, tree: ast.AST, attribute: str) -> bool:
    """Return whether a traced function reads an attribute."""
    trees = [tree, *(function for _, function in traced_functions(one.run))]
    for node in (node for inner in trees for node in ast.walk(inner)):
        read = node.target if isinstance(node, ast.AugAssign) else node
        is_load = read is not node or isinstance(getattr(node, "ctx", None), ast.Load)
        if isinstance(read, ast.Attribute) and read.attr == attribute and is_load:
            return True
    return False
