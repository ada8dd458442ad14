"""Writes a ``break`` that the arms of an ``if`` share once.

Example (CPython 3.8 to 3.9)::

    def f(a, b, c):
        while True:
            d = a()
            if d:
                if b:
                    d = 1
                break
            c()
        return d

Before::

    while true:
        d = call[](a)
        if d:
            if b:
                d = 1
                break
            break
        evaluate(call[](c))
    return d

After::

    while true:
        d = call[](a)
        if d:
            if b:
                d = 1
            break
        evaluate(call[](c))
    return d
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from depyf.decompiler.ir.statement import Break, If, Statement
from depyf.decompiler.ir.statement_tree import change_lists

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import SourceEvidence
    from depyf.decompiler.ir.function import Function


def run(body: list[Statement], function: Function) -> list[Statement]:
    """Rewrites all lists of the tree."""
    return change_lists(body, partial(_once, function.evidence))


def _once(evidence: SourceEvidence, body: list[Statement]) -> list[Statement]:
    last = body[-1] if body else None
    if isinstance(last, If) and _share(last, evidence):
        _drop(last)
        return [*body, Break()]
    if isinstance(last, Break) and len(body) > 1:
        _drop(body[-2])
    return body


def _share(statement: If, evidence: SourceEvidence) -> bool:
    """True if both arms end with a ``break``, and not on two lines of their own."""
    ends = [arm[-1] if len(arm) > 1 else None for arm in _arms(statement)]
    one, other = (end.origins if isinstance(end, Break) else None for end in ends)
    if one is None or other is None:
        return False
    return not evidence.stood_below(one, other) and not evidence.stood_below(other, one)


def _drop(statement: Statement) -> None:
    """Leaves out the ``break`` at the ends of an ``if`` that stands before one."""
    pending = [statement]
    while pending:
        one = pending.pop()
        for arm in _arms(one) if isinstance(one, If) else ():
            if len(arm) > 1 and isinstance(arm[-1], Break):
                arm.pop()
            elif arm:
                pending.append(arm[-1])


def _arms(statement: If) -> tuple[list[Statement], list[Statement]]:
    return statement.then, statement.orelse
