"""Walking statement trees."""

from __future__ import annotations

from collections import Counter
from typing import Callable, Iterator
from typing import Counter as CounterType

from depyf.ir.statement import (
    Assert,
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
from depyf.ir.value import Value, Variable
from depyf.passes.usage import read


def walk(body: list[Statement]) -> Iterator[Statement]:
    """Yields all statements of the tree, a statement before those inside it."""
    pending = list(reversed(body))
    while pending:
        statement = pending.pop()
        yield statement
        for inner in reversed(bodies(statement)):
            pending.extend(reversed(inner))


def lists(body: list[Statement]) -> Iterator[list[Statement]]:
    """Yields all statement lists of the tree, inner ones first."""
    for statement in body:
        for inner in bodies(statement):
            yield from lists(inner)
    yield body


def values(statement: Statement) -> list[Value]:
    """The values directly in ``statement``, those of inner statements left out."""
    if isinstance(statement, Simple):
        return [statement.value]
    found = []
    if isinstance(statement, (If, While)):
        found = [statement.test]
    elif isinstance(statement, For):
        found = [statement.target, statement.iterable]
    elif isinstance(statement, ReturnStatement):
        found = [statement.value]
    elif isinstance(statement, RaiseStatement):
        found = [statement.exception, statement.cause]
    elif isinstance(statement, Assert):
        found = [statement.test, statement.message]
    elif isinstance(statement, Try):
        found = [handler.type for handler in statement.handlers]
    elif isinstance(statement, With):
        for item in statement.items:
            found += [item.context, item.target]
    elif isinstance(statement, Match):
        found = [statement.subject]
        for case in statement.cases:
            found += [case.guard, *pattern_values(case.pattern)]
    return [value for value in found if value is not None]


def pattern_values(pattern: Pattern) -> Iterator[Value]:
    """The values inside a pattern."""
    if pattern.value is not None:
        yield pattern.value
    yield from pattern.keys
    for inner in pattern.patterns:
        yield from pattern_values(inner)


def count_reads(body: list[Statement]) -> CounterType[Variable]:
    """How often each variable is read in the tree."""
    counter: CounterType[Variable] = Counter()
    for statement in walk(body):
        for value in values(statement):
            counter.update(read(value))
    return counter


def change_lists(
    body: list[Statement],
    change: Callable[[list[Statement]], list[Statement]],
) -> list[Statement]:
    """Applies ``change`` to every statement list, inner ones first."""
    for statement in body:
        for inner in bodies(statement):
            inner[:] = change_lists(inner, change)
    return change(body)


def map_values(body: list[Statement], change: Callable[[Value], Value]) -> None:
    """Replaces every value of the tree by what ``change`` returns, in place."""
    for statement in walk(body):
        _map_statement(statement, change)


def _map_statement(statement: Statement, change: Callable[[Value], Value]) -> None:
    for name in ("value", "test", "message", "target", "iterable", "subject"):
        value = getattr(statement, name, None)
        if isinstance(value, Value):
            setattr(statement, name, change(value))
    if isinstance(statement, RaiseStatement):
        if statement.exception is not None:
            statement.exception = change(statement.exception)
        if statement.cause is not None:
            statement.cause = change(statement.cause)
    elif isinstance(statement, Try):
        for handler in statement.handlers:
            if handler.type is not None:
                handler.type = change(handler.type)
    elif isinstance(statement, With):
        for item in statement.items:
            item.context = change(item.context)
            if item.target is not None:
                item.target = change(item.target)
    elif isinstance(statement, Match):
        for case in statement.cases:
            if case.guard is not None:
                case.guard = change(case.guard)
