"""The gotos and labels in a statement tree."""

from __future__ import annotations

from typing import Collection, Iterator

from depyf.decompiler.ir.statement import (
    For,
    Goto,
    Label,
    Statement,
    Try,
    While,
    bodies,
)
from depyf.decompiler.ir.statement_tree import walk


def gotos(body: list[Statement]) -> Iterator[int]:
    """Targets of all gotos in the tree."""
    return (each.target for each in walk(body) if isinstance(each, Goto))


def lead_on(body: list[Statement], label: int, target: int) -> None:
    """Leads all jumps to a label to another one."""
    for statement in walk(body):
        if isinstance(statement, Goto) and statement.target == label:
            statement.target = target


def labels(body: list[Statement]) -> Iterator[int]:
    """All labels in the tree."""
    return (each.target for each in walk(body) if isinstance(each, Label))


def headers(body: list[Statement]) -> Iterator[int]:
    """Headers of all loops in the tree."""
    return (each.header for each in walk(body) if isinstance(each, (For, While)))


def steps_out(body: list[Statement], known: Collection[int]) -> Iterator[int]:
    """Where the end of a body leads, inner loops and `try` statements left out."""
    for statement in body:
        if isinstance(statement, Goto) and any(o in known for o in statement.origins):
            yield statement.target
        if not isinstance(statement, (For, While, Try)):
            for inner in bodies(statement):
                yield from steps_out(inner, known)
