"""Which jumps and places are in a statement tree."""

from __future__ import annotations

from typing import Collection, Iterator

from depyf.ir.statement import For, Goto, Label, Statement, Try, While, bodies


def gotos(body: list[Statement]) -> Iterator[int]:
    """Targets of all gotos in the tree."""
    pending: list[Statement] = list(body)
    while pending:
        statement = pending.pop()
        if isinstance(statement, Goto):
            yield statement.target
        for inner in bodies(statement):
            pending.extend(inner)


def lead_on(body: list[Statement], label: int, target: int) -> None:
    """Leads all jumps to a label to another one."""
    pending: list[Statement] = list(body)
    while pending:
        statement = pending.pop()
        if isinstance(statement, Goto) and statement.target == label:
            statement.target = target
        for inner in bodies(statement):
            pending.extend(inner)


def labels(body: list[Statement]) -> Iterator[int]:
    """All labels in the tree."""
    pending: list[Statement] = list(body)
    while pending:
        statement = pending.pop()
        if isinstance(statement, Label):
            yield statement.target
        for inner in bodies(statement):
            pending.extend(inner)


def headers(body: list[Statement]) -> Iterator[int]:
    """Headers of all loops in the tree."""
    pending: list[Statement] = list(body)
    while pending:
        statement = pending.pop()
        if isinstance(statement, (For, While)):
            yield statement.header
        for inner in bodies(statement):
            pending.extend(inner)


def steps_out(body: list[Statement], known: Collection[int]) -> Iterator[int]:
    """Where the end of a body leads, inner loops and `try` statements left out."""
    for statement in body:
        if isinstance(statement, Goto) and any(o in known for o in statement.origins):
            yield statement.target
        if not isinstance(statement, (For, While, Try)):
            for inner in bodies(statement):
                yield from steps_out(inner, known)
