"""Walks over everything that a statement tree prints."""

from __future__ import annotations

from typing import Iterator

from depyf.ir.micro_op import MicroOp
from depyf.ir.statement import (
    Assert,
    Declare,
    For,
    If,
    Match,
    Pattern,
    RaiseStatement,
    ReturnStatement,
    Simple,
    Statement,
    Try,
    While,
    With,
    bodies,
)
from depyf.ir.value import Comprehension, UnpackShape, Value, Variable


def statements_below(body: list[Statement]) -> Iterator[Statement]:
    """Yields all statements of a tree, outer before inner, in source order."""
    stack = list(reversed(body))
    while stack:
        statement = stack.pop()
        yield statement
        for inner in reversed(bodies(statement)):
            stack.extend(reversed(inner))


def _pattern_parts(pattern: Pattern) -> Iterator[Pattern]:
    stack = [pattern]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(part.patterns))


def own_values(statement: Statement) -> list[Value]:
    """Returns the values in the statement itself, not those of its bodies."""
    found: list[Value | None] = []
    if isinstance(statement, Simple):
        found = [statement.value]
    elif isinstance(statement, (If, While)):
        found = [statement.test]
    elif isinstance(statement, For):
        found = [statement.target, statement.iterable]
    elif isinstance(statement, Try):
        found = [handler.type for handler in statement.handlers]
    elif isinstance(statement, With):
        for item in statement.items:
            found += [item.context, item.target]
    elif isinstance(statement, Match):
        found = [statement.subject]
        for case in statement.cases:
            for part in _pattern_parts(case.pattern):
                found += [part.value, *part.keys]
            found.append(case.guard)
    elif isinstance(statement, ReturnStatement):
        found = [statement.value]
    elif isinstance(statement, RaiseStatement):
        found = [statement.exception, statement.cause]
    elif isinstance(statement, Assert):
        found = [statement.test, statement.message]
    return [value for value in found if value is not None]


def own_variables(statement: Statement) -> list[Variable]:
    """Returns variables that a statement binds outside of any value."""
    found: list[Variable | None] = []
    if isinstance(statement, Try):
        found = [handler.name for handler in statement.handlers]
    elif isinstance(statement, Match):
        for case in statement.cases:
            found += [part.name for part in _pattern_parts(case.pattern)]
    return [variable for variable in found if variable is not None]


def declared_names(statement: Statement) -> tuple[str, ...]:
    """Returns the names of a ``global`` or ``nonlocal`` statement."""
    return statement.names if isinstance(statement, Declare) else ()


def nodes(value: Value) -> Iterator[Value]:
    """Yields every node of a value, those inside comprehensions, too."""
    stack = [value]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.operands))
        if node.op is MicroOp.COMPREHENSION and isinstance(node.payload, Comprehension):
            stack.extend(reversed(comprehension_values(node.payload)))


def comprehension_values(payload: Comprehension) -> list[Value]:
    """Returns the values of a comprehension, clauses first."""
    found: list[Value] = []
    for clause in payload.clauses:
        found += [clause.iterable, clause.target, *clause.conditions]
    return found + list(payload.item)


def node_variables(node: Value) -> tuple[Variable, ...]:
    """Returns the variables that a node itself names."""
    if isinstance(node.payload, Variable):
        return (node.payload,)
    if isinstance(node.payload, UnpackShape):
        return node.payload.targets
    return ()
