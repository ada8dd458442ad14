"""Merges the first store in the body of ``for`` and ``with`` into the statement.

Before::

    for t in y:
        x = t
        f(x)

After::

    for x in y:
        f(x)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Counter

from depyf.ir.micro_op import MicroOp
from depyf.ir.statement import For, Simple, Statement, With
from depyf.ir.statement_tree import change_lists, walk
from depyf.passes.arms import is_load_of
from depyf.passes.usage import count_reads
from depyf.passes.value.assignments import as_store

if TYPE_CHECKING:
    from depyf.ir.value import Value, Variable


def run(body: list[Statement]) -> list[Statement]:
    """Rewrites all loops and ``with`` statements."""
    reads = count_reads(body)
    for statement in walk(body):
        if isinstance(statement, For):
            target = _take(statement.target, statement.body, reads)
            if target is not None:
                statement.target = target
        elif isinstance(statement, With):
            for item in statement.items:
                if item.target is not None:
                    item.target = _with_target(item.target, statement.body, reads)
    return change_lists(body, _iterables)


def _with_target(
    target: Value, body: list[Statement], reads: Counter[Variable]
) -> Value | None:
    found = _take(target, body, reads)
    if found is not None:
        return found
    if target.op is MicroOp.TARGET and target.variable.is_temporary:
        return target if reads[target.variable] else None
    return target


def _take(
    target: Value, body: list[Statement], reads: Counter[Variable]
) -> Value | None:
    """The target of the store that the body begins with; the store is removed."""
    if target.op is not MicroOp.TARGET or not target.variable.is_temporary:
        return None
    if not body or not isinstance(body[0], Simple) or reads[target.variable] != 1:
        return None
    stored = as_store(body[0].value)
    if stored is None or not is_load_of(stored[0], target.variable):
        return None
    del body[0]
    return stored[1]


def _iterables(body: list[Statement]) -> list[Statement]:
    """``i = ITER(y)`` followed by ``for x in i`` is ``for x in y``."""
    result: list[Statement] = []
    for statement in body:
        if isinstance(statement, For) and result:
            before = result[-1]
            if isinstance(before, Simple) and before.value.op is MicroOp.STORE:
                source = before.value.operands[0]
                if source.op in (MicroOp.ITER, MicroOp.AITER) and is_load_of(
                    statement.iterable, before.value.variable
                ):
                    statement.iterable = source.operands[0]
                    result.pop()
        result.append(statement)
    return result
