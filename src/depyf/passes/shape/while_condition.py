"""Gives ``while True`` its condition back.

Before::

    while True:
        if a:
            body
        else:
            break

After::

    while a:
        body
"""

from __future__ import annotations

from typing import List, Optional, Tuple

from depyf.ir.statement import (
    Break,
    If,
    Statement,
    While,
    bodies,
)
from depyf.ir.value import Value, negate
from depyf.passes.tree import change_lists, walk


def run(body: List[Statement]) -> List[Statement]:
    """Rewrites all ``while True`` that begin with a test."""
    for statement in walk(body):
        if isinstance(statement, While) and statement.test is None:
            found = _condition(statement.body)
            if found is not None:
                statement.test, statement.body, after = found
                statement.orelse = after
    return change_lists(body, _after_loops)


def _condition(
    body: List[Statement],
) -> Optional[Tuple[Value, List[Statement], List[Statement]]]:
    """Test, loop body, and what runs when the test fails (before the break)."""
    if not body or not isinstance(body[0], If):
        return None
    first = body[0]
    if len(body) == 1 and first.orelse and isinstance(first.orelse[-1], Break):
        return first.test, first.then, first.orelse[:-1]
    if _only_breaks(first.orelse):
        if len(body) > 1 and not first.then:
            return first.test, body[1:], first.orelse[:-1]
        if len(body) == 1 or not leaves(first.then):
            return first.test, first.then + body[1:], first.orelse[:-1]
    if _only_breaks(first.then):
        inner = first.orelse + body[1:]
        return negate(first.test), inner, first.then[:-1]
    return None


def _only_breaks(body: List[Statement]) -> bool:
    return bool(body) and isinstance(body[-1], Break) and len(body) == 1


def leaves(body: List[Statement]) -> bool:
    """True if control never falls off the end of the list."""
    from depyf.ir.statement import Continue, RaiseStatement, ReturnStatement

    if not body:
        return False
    last = body[-1]
    if isinstance(last, (Break, Continue, RaiseStatement, ReturnStatement)):
        return True
    if isinstance(last, If):
        return leaves(last.then) and leaves(last.orelse)
    return False


def breaks(body: List[Statement]) -> bool:
    """True if a ``break`` in the list leaves the loop around it."""
    for statement in body:
        if isinstance(statement, Break):
            return True
        inner = bodies(statement)
        if isinstance(statement, While) or hasattr(statement, "iterable"):
            inner = inner[1:]
        if any(breaks(part) for part in inner):
            return True
    return False


def _after_loops(body: List[Statement]) -> List[Statement]:
    return body
