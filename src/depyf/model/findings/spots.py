"""Where an expression of the program stands, for what follows values from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.program_index import Kind, Store
from depyf.model.findings.program_text import index_of

if TYPE_CHECKING:
    import ast

    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.program_index import Function


class Spot(NamedTuple):
    """Where an expression stands: file, line, and what is around it."""

    file: ProgramFile
    line: int
    function: Function | None = None
    owner_class: ast.ClassDef | None = None

    def store(self, node: ast.expr) -> Store:
        """Return a store at this spot, for what asks for one."""
        return Store(Kind.NAME, node, None, node, self.function, self.owner_class)


def spot_of_store(file: ProgramFile, store: Store) -> Spot:
    """Return where the value of a store stands."""
    return Spot(file, store.line, store.function, store.owner_class)


def spot_of_node(file: ProgramFile, node: ast.AST) -> Spot:
    """Return where a node stands; one that was made for a line, at this line."""
    index, line = index_of(file), getattr(node, "lineno", 0)
    if index.knows(node):
        return Spot(file, line, index.function_around(node), index.class_around(node))
    function = index.function_at(line)
    own = index.class_around(function) if function is not None else None
    return Spot(file, line, function, own)
