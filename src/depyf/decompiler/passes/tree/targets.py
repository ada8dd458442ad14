"""Merges the first store in the body of ``for`` and ``with`` into the statement.

Example::

    def f(a):
        for x in a:
            x()

Before::

    %t0 = iter(a)
    for target[%t1] in %t0:
        x = %t1
        evaluate(call[](x))
    return None

After::

    for target[x] in a:
        evaluate(call[](x))
    return None
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Counter

from depyf.decompiler.analysis.commute import EMPTY, commute, summarize
from depyf.decompiler.analysis.usage import count_reads
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import For, Simple, Statement, With
from depyf.decompiler.ir.statement_tree import change_lists, walk
from depyf.decompiler.passes.arms import is_load_of
from depyf.decompiler.passes.value.simultaneous import as_store

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.value import Value, Variable


def run(body: list[Statement], _function: Function) -> list[Statement]:
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
    """``i = ITER(y)`` followed by ``for x in i`` is ``for x in y``.

    What a tool pushes in between may stand before it.
    """
    result: list[Statement] = []
    for statement in body:
        if isinstance(statement, For):
            place = _made_at(result, statement.iterable)
            if place is not None:
                maker = result.pop(place)
                assert isinstance(maker, Simple)
                statement.iterable = maker.value.operands[0].operands[0]
        result.append(statement)
    return result


def _made_at(before: list[Statement], iterator: Value) -> int | None:
    """Where the iterator is made, if that may as well happen at the end."""
    passed = EMPTY
    for place in range(len(before) - 1, -1, -1):
        statement = before[place]
        if not isinstance(statement, Simple) or statement.value.op is not MicroOp.STORE:
            return None
        value = statement.value
        summary = summarize(value)
        if is_load_of(iterator, value.variable):
            is_iterator = value.operands[0].op in (MicroOp.ITER, MicroOp.AITER)
            return place if is_iterator and commute(summary, passed) else None
        passed = passed.union(summary)
        if passed.is_ordered or not value.variable.is_temporary:
            return None
    return None
