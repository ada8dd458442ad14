"""Gives ``while True`` its condition back.

Example::

    def f(a):
        while a:
            a()

Before::

    while true:
        if a:
            evaluate(call[](a))
        else:
            break
    return None

After::

    while a:
        evaluate(call[](a))
    return None
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.statement import Break, If, Statement, While
from depyf.decompiler.ir.statement_tree import breaks_loop, walk
from depyf.decompiler.ir.value import Value, inverted
from depyf.decompiler.passes.tree.tidy import leaves

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(body: list[Statement], function: Function) -> list[Statement]:
    """Rewrites ``while True`` loops that begin with a test.

    Where the compiler copies the test of a loop, only those that had a copy have one.
    """
    tests = function.tests_copied if function.habits.loop_tests_copied else None
    for statement in walk(body):
        if isinstance(statement, While) and statement.test is None:
            if tests is not None and statement.header not in tests:
                continue
            found = _condition(statement.body)
            if found is not None:
                statement.test, statement.body, statement.orelse = found
    return body


def _condition(
    body: list[Statement],
) -> tuple[Value, list[Statement], list[Statement]] | None:
    """Test, loop body, and what runs before the ``break`` when the test fails."""
    if not body or not isinstance(body[0], If):
        return None
    first = body[0]
    if len(body) == 1 and first.orelse and isinstance(first.orelse[-1], Break):
        after = first.orelse[:-1]
        return None if breaks_loop(after) else (first.test, first.then, after)
    if _only_breaks(first.orelse):
        if len(body) > 1 and not first.then:
            return first.test, body[1:], []
        if len(body) == 1 or not leaves(first.then):
            return first.test, first.then + body[1:], []
    if _only_breaks(first.then):
        return inverted(first.test), first.orelse + body[1:], []
    return None


def _only_breaks(body: list[Statement]) -> bool:
    return len(body) == 1 and isinstance(body[0], Break)
