"""Describe the position of an expression in the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.program_index import Kind, Store
from depyf.model.findings.program_text import index_of

if TYPE_CHECKING:
    import ast

    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.program_index import Function


class Spot(NamedTuple):
    """The position of an expression: file, line, function and class."""

    file: ProgramFile
    line: int
    function: Function | None = None
    owner_class: ast.ClassDef | None = None

    def store(self, node: ast.expr) -> Store:
        """Return a store at this spot, for functions that take a store."""
        return Store(Kind.NAME, node, None, node, self.function, self.owner_class)


def spot_of_store(file: ProgramFile, store: Store) -> Spot:
    """Return the spot of the value of a store."""
    return Spot(file, store.line, store.function, store.owner_class)


def spot_of_node(file: ProgramFile, node: ast.AST) -> Spot:
    """Return the spot of a node; the index does not know nodes that depyf made."""
    index, line = index_of(file), getattr(node, "lineno", 0)
    if index.knows(node):
        return Spot(file, line, index.function_around(node), index.class_around(node))
    function = index.function_at(line)
    own = index.class_around(function) if function is not None else None
    return Spot(file, line, function, own)
