"""Chooses ``else`` where the compiler left a jump behind that nothing reaches.

Before (to CPython 3.9; behind the ``raise`` there is a jump to the end)::

    if a:
        raise b
    c()

After::

    if a:
        raise b
    else:
        c()
"""

from __future__ import annotations

from typing import Mapping

from depyf.ir.statement import If, ReturnStatement, Statement, Try
from depyf.ir.statement_tree import change_lists, values, walk
from depyf.passes.shape.tidy import leaves

_NOWHERE = 1 << 62


def run(
    body: list[Statement], jumps: Mapping[int, int], *, has_end: bool
) -> list[Statement]:
    """Rewrites the tree.

    Args:
        body: the statements of a function.
        jumps: targets of jumps that nothing reaches, by the offset before them.
        has_end: nothing reaches the end of the function.
    """
    if jumps:
        body = change_lists(body, lambda part: _take_rests(part, jumps))
    # Behind a `raise` the compiler always writes the end of the function.
    if has_end and body and isinstance(body[-1], ReturnStatement):
        _take_end(body)
    return body


def _take_rests(body: list[Statement], jumps: Mapping[int, int]) -> list[Statement]:
    for index in range(len(body) - 2, -1, -1):
        statement = body[index]
        if not _may_take(statement) or not isinstance(statement, If):
            continue
        target = jumps.get(_last_offset(statement))
        if target is None:
            continue
        count = 0
        for following in body[index + 1 :]:
            if _first_offset(following) >= target:
                break
            count += 1
        statement.orelse[:] = body[index + 1 : index + 1 + count]
        del body[index + 1 : index + 1 + count]
    return body


def _take_end(body: list[Statement]) -> None:
    """Gives the end of the function to the statement that leaves it otherwise."""
    index = len(body) - 2
    while index >= 0 and not _may_take(body[index]):
        index -= 1
    while index >= 0 and _may_take(body[index]):
        taker = body[index]
        assert isinstance(taker, (If, Try))
        taker.orelse[:] = body[index + 1 :]
        del body[index + 1 :]
        index -= 1


def _may_take(statement: Statement) -> bool:
    """True for an ``if`` or ``try`` after which control only comes one way."""
    if isinstance(statement, If):
        return not statement.orelse and leaves(statement.then)
    return (
        isinstance(statement, Try)
        and not statement.orelse
        and not statement.finalbody
        and not leaves(statement.body)
        and all(leaves(handler.body) for handler in statement.handlers)
    )


def _last_offset(statement: If) -> int:
    offsets = [*_offsets(statement.then), *statement.test.all_origins()]
    return max(offsets, default=_NOWHERE)


def _first_offset(statement: Statement) -> int:
    return min(_offsets([statement]), default=_NOWHERE)


def _offsets(body: list[Statement]) -> list[int]:
    found: list[int] = []
    for statement in walk(body):
        found.extend(getattr(statement, "origins", ()))
        for value in values(statement):
            found.extend(value.all_origins())
    return found
