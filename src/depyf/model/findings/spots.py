"""Describe the position of an expression: its file, line, function and class."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.events import SourceLine
from depyf.model.findings.names import is_compiled
from depyf.model.findings.program_index import Kind, Store
from depyf.model.findings.program_text import index_of

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.origin_trace import Tracer
    from depyf.model.findings.program_index import Function
    from depyf.model.run import Run

_VALUES = (ast.Name, ast.Attribute, ast.Subscript)


class Spot(NamedTuple):
    """The position of an expression: file, line, function and class."""

    file: ProgramFile
    line: int
    function: Function | None = None
    owner_class: ast.ClassDef | None = None

    def store(self, node: ast.expr) -> Store:
        """Return a `Store` at this spot, for functions that take one."""
        return Store(Kind.NAME, node, None, node, self.function, self.owner_class)


def spot_of_store(file: ProgramFile, store: Store) -> Spot:
    """Return the spot of the value that a statement stores."""
    return Spot(file, store.line, store.function, store.owner_class)


def values_at(file: ProgramFile, line: int) -> list[tuple[ast.expr, Spot]]:
    """Return the variables, attributes and items on a line, with their spots."""
    return [
        (node, spot_of_node(file, node))
        for node in ast.walk(index_of(file).tree)
        if isinstance(node, _VALUES) and node.lineno == line
    ]


def spot_of_node(file: ProgramFile, node: ast.AST) -> Spot:
    """Return the spot of a node.

    For a node that depyf created, the function at the node's line is used.
    """
    index, line = index_of(file), getattr(node, "lineno", 0)
    if index.knows(node):
        return Spot(file, line, index.function_around(node), index.class_around(node))
    function = index.function_at(line)
    own = index.class_around(function) if function is not None else None
    return Spot(file, line, function, own)


def is_traced(run: Run, spot: Spot) -> bool:
    """Return whether torch compiled or inlined the function around a spot."""
    name = spot.function.name if spot.function is not None else ""
    line = SourceLine(spot.file.file, spot.line, name)
    known = run.sources.at(line.file, line.line, name)
    return known is not None or is_compiled(run, line)


def met_from(tracer: Tracer, node: ast.expr, spot: Spot) -> list[tuple[ast.expr, Spot]]:
    """Return the expressions on the way from a value to its origins, with their spots.

    The tracer must be new, and is of no more use after that.
    """
    for _ in tracer.follow(node, spot):
        pass
    return tracer.visited
