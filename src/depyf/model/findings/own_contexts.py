"""The program's own contexts: what `with` calls, and what runs on the way out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.program_index import last_name, own_nodes

if TYPE_CHECKING:
    from depyf.model.findings.program_index import Function, ProgramIndex

_MAKES_ONE = {"contextmanager", "asynccontextmanager"}
_ENTERS = {"__enter__", "__aenter__"}
_LEAVES = {"__exit__", "__aexit__"}


class OwnContext(NamedTuple):
    """A context of the program that a statement is a part of.

    Attributes:
        name: of the function or class that `with` calls.
        is_left: whether the statement runs when the block ends.
    """

    name: str
    is_left: bool


def own_context(index: ProgramIndex, node: ast.expr) -> OwnContext | None:
    """Return the context that a node runs for, None where it is part of none."""
    function, own = index.function_around(node), index.class_around(node)
    if function is None:
        return None
    if own is not None and function.name in _ENTERS | _LEAVES:
        return OwnContext(own.name, function.name in _LEAVES)
    if not any(_name(one) in _MAKES_ONE for one in function.decorator_list):
        return None
    return OwnContext(function.name, _is_behind_yield(function, node))


def _name(decorator: ast.expr) -> str:
    return last_name(decorator.func if isinstance(decorator, ast.Call) else decorator)


def _is_behind_yield(function: Function, node: ast.expr) -> bool:
    """Return whether a node runs after the one `yield` of a function."""
    yields = [one.lineno for one in own_nodes(function) if isinstance(one, ast.Yield)]
    return bool(yields) and node.lineno > max(yields)
