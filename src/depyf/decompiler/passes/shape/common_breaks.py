"""Writes a ``break`` that the arms of an ``if`` share once.

Before::

    if a:
        b()
        break
    break

After::

    if a:
        b()
    break
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Mapping

from depyf.decompiler.ir.statement import Break, If, Statement
from depyf.decompiler.ir.statement_tree import change_lists

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(body: list[Statement], function: Function) -> list[Statement]:
    """Rewrites all lists of the tree."""
    return change_lists(body, partial(_once, function.evidence.lines))


def _once(lines: Mapping[int, int], body: list[Statement]) -> list[Statement]:
    last = body[-1] if body else None
    if isinstance(last, If) and _share(last, lines):
        _drop(last)
        return [*body, Break()]
    if isinstance(last, Break) and len(body) > 1:
        _drop(body[-2])
    return body


def _share(statement: If, lines: Mapping[int, int]) -> bool:
    """True if both arms end with a ``break``, and not on two lines of their own."""
    ends = [arm[-1] if len(arm) > 1 else None for arm in _arms(statement)]
    if not all(isinstance(end, Break) for end in ends):
        return False
    one, other = (
        {lines[origin] for origin in end.origins if origin in lines}
        for end in ends
        if isinstance(end, Break)
    )
    return not one or not other or one == other


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
