"""Split a function into regions: consecutive statements that can become a function.

A region takes the variables that it reads, and returns those that later code reads.
"""

from __future__ import annotations

import ast
import builtins
from typing import AbstractSet, Collection, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import all_parameters, names_in, stored_names
from depyf.curing.syntax import body_of
from depyf.model.findings.program_index import FUNCTIONS, first_line, last_line

_LOOPS = (ast.For, ast.While)
_BLOCKS = (*_LOOPS, ast.If, ast.With)
# Statements that end, change or inspect the function around them.
_NEVER = (
    ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.Delete,
    ast.AsyncFor, ast.AsyncWith, ast.Try,
)  # fmt: skip
_LOOKS_AROUND = {"locals", "vars", "eval", "exec", "super"}
_BUILTINS = set(dir(builtins))
_TENSOR_MODULES = {"torch", "nn", "F", "functional", "einops"}


class Region(NamedTuple):
    """Consecutive statements of a function.

    Attributes:
        statements: the statements.
        takes: the variables that they need.
        gives: the variables that they set for other statements.
    """

    statements: Sequence[ast.stmt]
    takes: Sequence[str]
    gives: Sequence[str]

    @property
    def is_end(self) -> bool:
        """Whether the region returns from the function."""
        return isinstance(self.statements[-1], ast.Return)


def regions(function: ast.FunctionDef, plain: Collection[int]) -> list[Region]:
    """Return the regions of a function around the statements on the lines `plain`."""
    cut = _Cut(function, plain)
    cut.walk(body_of(function), all_parameters(function.args), is_in_loop=False)
    return cut.found


class _Cut:
    """Finds the regions of a function."""

    def __init__(self, function: ast.FunctionDef, plain: Collection[int]) -> None:
        self._function = function
        self._plain = plain
        self._local = all_parameters(function.args) | stored_names([function])
        self.found: list[Region] = []

    def walk(
        self, body: Sequence[ast.stmt], bound: AbstractSet[str], *, is_in_loop: bool
    ) -> None:
        """Find the regions in a block, given the variables that are bound before it."""
        now, start = set(bound), set(bound)
        waiting: list[ast.stmt] = []
        for one in body:
            if not self._is_plain(one):
                waiting.append(one)
            else:
                self._keep(waiting, start, is_in_loop)
                self._inside(one, now, is_in_loop)
                waiting = []
            now |= _surely_bound([one])
            start = start if waiting else set(now)
        self._keep(waiting, start, is_in_loop)

    def _is_plain(self, statement: ast.stmt) -> bool:
        first, last = first_line(statement), last_line(statement)
        return any(first <= line <= last for line in self._plain)

    def _inside(self, one: ast.stmt, bound: set[str], is_in_loop: bool) -> None:
        if not isinstance(one, _BLOCKS):
            return
        known = bound | stored_names(
            [one.target] if isinstance(one, ast.For) else getattr(one, "items", [])
        )
        looped = is_in_loop or isinstance(one, _LOOPS)
        self.walk(one.body, known, is_in_loop=looped)
        self.walk(getattr(one, "orelse", []), bound, is_in_loop=is_in_loop)

    def _keep(
        self, statements: list[ast.stmt], bound: set[str], is_in_loop: bool
    ) -> None:
        if not weight(statements, self._local) or not _may_move(statements):
            return
        inside = {id(node) for one in statements for node in ast.walk(one)}
        last = last_line(statements[-1])
        others = [
            node for node in names_in(self._function.body) if id(node) not in inside
        ]
        later = {
            node.id for node in others if is_in_loop or node.lineno > last
            if isinstance(node.ctx, ast.Load)
        }  # fmt: skip
        stored, read = _stored(statements), _loaded(statements)
        sure = _surely_bound(statements)
        gives = set() if isinstance(statements[-1], ast.Return) else stored & later
        takes = (read | (gives - sure)) & bound
        set_elsewhere = {
            node.id for node in others if is_in_loop or node.lineno < last
            if isinstance(node.ctx, ast.Store)
        }  # fmt: skip
        is_unclear = (read | gives) & set_elsewhere - bound
        if is_unclear or gives - sure - bound:
            return  # a variable may have no value yet
        self.found.append(Region(statements, sorted(takes), sorted(gives)))


def weight(nodes: Sequence[ast.AST], local: Collection[str]) -> int:
    """Return how many operations in some code may compute with tensors.

    Args:
        nodes: the code.
        local: the variables of the function that contains it.
    """
    return sum(
        isinstance(node, (ast.BinOp, ast.AugAssign))
        or (isinstance(node, ast.Call) and _may_compute(node.func, local))
        for one in nodes
        for node in ast.walk(one)
    )


def _may_compute(func: ast.expr, local: Collection[str]) -> bool:
    if isinstance(func, ast.Name):
        return func.id not in _BUILTINS or func.id in local
    root = func
    while isinstance(root, (ast.Attribute, ast.Subscript, ast.Call)):
        root = root.func if isinstance(root, ast.Call) else root.value
    name = getattr(root, "id", "")
    return name in _TENSOR_MODULES or name in local or isinstance(root, ast.BinOp)


def _may_move(statements: Sequence[ast.stmt]) -> bool:
    nodes = [node for one in statements for node in ast.walk(one)]
    if any(isinstance(node, _NEVER) for node in nodes):
        return False
    if any(isinstance(node, ast.Name) and node.id in _LOOKS_AROUND for node in nodes):
        return False
    returns = any(isinstance(node, ast.Return) for node in nodes)
    is_end = isinstance(statements[-1], ast.Return)
    return returns == is_end and not any(map(_leaves_loop, statements))


def _leaves_loop(node: ast.AST) -> bool:
    """Return whether a statement has a `break` or `continue` for a loop around it."""
    if isinstance(node, (ast.Break, ast.Continue)):
        return True
    return not isinstance(node, _LOOPS) and any(
        map(_leaves_loop, ast.iter_child_nodes(node))
    )


# --- variables ------------------------------------------------------------------------


def _stored(nodes: Sequence[ast.AST]) -> set[str]:
    names = {n.id for n in names_in(nodes) if not isinstance(n.ctx, ast.Load)}
    return names | {name for one in nodes for name in _defined(one)}


def _loaded(nodes: Sequence[ast.AST]) -> set[str]:
    names = {n.id for n in names_in(nodes) if isinstance(n.ctx, ast.Load)}
    changed = (
        node.target
        for one in nodes
        for node in ast.walk(one)
        if isinstance(node, ast.AugAssign)
    )
    return names | {one.id for one in changed if isinstance(one, ast.Name)}


def _defined(statement: ast.AST) -> Iterator[str]:
    """Yield the names that definitions and imports in a statement bind."""
    for node in ast.walk(statement):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (one.asname or one.name.split(".")[0] for one in node.names)


def _surely_bound(statements: Sequence[ast.stmt]) -> set[str]:
    """Return the variables that surely have a value after some statements."""
    found: set[str] = set()
    for one in statements:
        if isinstance(one, ast.If):
            sides = [
                _surely_bound(side)
                for side in (one.body, one.orelse)
                if not (side and isinstance(side[-1], (ast.Return, ast.Raise)))
            ]
            found |= set.intersection(*sides) if sides else set()
        elif isinstance(one, ast.With):
            found |= stored_names(one.items) | _surely_bound(one.body)
        elif not isinstance(one, (*_LOOPS, ast.Try)):
            found |= _stored([one])
    return found
