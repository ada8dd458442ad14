"""Bodies of classes and modules have no ``return``: what goes on stands in an arm.

Example (CPython 3.11 to 3.12)::

    class C:
        try:
            a()
        except KeyError:
            b()

Before::

    name:__module__ = name:__name__
    name:__qualname__ = 'C'
    origin
    try:
        evaluate(call[](name:a))
    except name:KeyError:
        evaluate(call[](name:b))
    return None

After::

    name:__module__ = name:__name__
    name:__qualname__ = 'C'
    origin
    try:
        evaluate(call[](name:a))
    except name:KeyError:
        evaluate(call[](name:b))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.statement import (
    Break,
    Case,
    For,
    If,
    Match,
    Pattern,
    ReturnStatement,
    Statement,
    Try,
    While,
    bodies,
)
from depyf.decompiler.ir.statement_tree import walk
from depyf.decompiler.passes.tree.tidy import drop_tail, leaves

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(body: list[Statement], _function: Function) -> list[Statement]:
    """Moves what follows a statement with a ``return`` to where control goes on.

    The returns are the last of their lists then. One in a loop that the body ends
    with is a ``break``; elsewhere in a loop it stays: no other statement ends both.
    """
    _open_arms(body)
    drop_tail(body, ReturnStatement)
    _break_last_loops(body)
    return body


def _open_arms(body: list[Statement]) -> None:
    if not _has_return(body):
        return
    for position, statement in enumerate(body[:-1]):
        arm = _going_on(statement) if _has_return([statement]) else None
        if arm is not None:
            arm.extend(body[position + 1 :])
            del body[position + 1 :]
            break
    for statement in body:
        for arm in _arms(statement):
            _open_arms(arm)


def _break_last_loops(body: list[Statement]) -> None:
    last = body[-1] if body else None
    if isinstance(last, (For, While)):
        last.body[:] = _with_breaks(last.body)
        drop_tail(last.orelse, ReturnStatement)
        _break_last_loops(last.orelse)
    elif last is not None:
        for arm in bodies(last):
            _break_last_loops(arm)


def _with_breaks(body: list[Statement]) -> list[Statement]:
    """The body of a loop with ``break`` for ``return``, as far as it is its own."""
    for statement in body:
        own = (
            [statement.orelse]
            if isinstance(statement, (For, While))
            else bodies(statement)
        )
        for part in own:
            part[:] = _with_breaks(part)
    return [Break() if isinstance(one, ReturnStatement) else one for one in body]


def _has_return(body: list[Statement]) -> bool:
    return any(isinstance(statement, ReturnStatement) for statement in walk(body))


def _arms(statement: Statement) -> list[list[Statement]]:
    if isinstance(statement, If):
        return [statement.then, statement.orelse]
    if isinstance(statement, Match):
        return [case.body for case in statement.cases]
    if isinstance(statement, Try) and not statement.finalbody:
        # What is behind the body would be protected there.
        return [statement.orelse, *(each.body for each in statement.handlers)]
    return []


def _going_on(statement: Statement) -> list[Statement] | None:
    """The only arm that control leaves at its end; None if it is not just one."""
    found = [arm for arm in _arms(statement) if not leaves(arm)]
    if isinstance(statement, Try) and leaves(statement.body):
        found = [arm for arm in found if arm is not statement.orelse]
    if isinstance(statement, Match):
        last = statement.cases[-1]
        if last.guard is not None or last.pattern != Pattern("capture"):
            if found:
                return None
            statement.cases.append(Case(Pattern("capture"), None, []))
            return statement.cases[-1].body
    return found[0] if len(found) == 1 else None
