"""Chooses ``else`` where the compiler left a jump behind that says so.

Example (CPython 3.8 to 3.9)::

    def f(a):
        if a:
            return 1
        else:
            return 2

Before::

    if a:
        return 1
    return 2

After::

    if a:
        return 1
    else:
        return 2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

from depyf.decompiler.ir.statement import (
    Continue,
    For,
    If,
    Pass,
    RaiseStatement,
    ReturnStatement,
    Statement,
    Try,
    While,
    bodies,
)
from depyf.decompiler.ir.statement_tree import change_lists, offsets, own_offsets, walk
from depyf.decompiler.ir.value import inverted
from depyf.decompiler.passes.tree.tidy import drop_tail, leaves

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import SourceEvidence
    from depyf.decompiler.ir.function import Function

_NOWHERE = 1 << 61


def run(body: list[Statement], function: Function) -> list[Statement]:
    """Rewrites the tree."""
    evidence = function.evidence
    if evidence.else_of_if or evidence.else_of_try:
        firsts: dict[int, int] = {}
        body = change_lists(body, lambda part: _take_rests(part, evidence, firsts))
        for statement in walk(body):
            if isinstance(statement, (For, While)):
                drop_tail(statement.body, Continue)
        drop_tail(body, ReturnStatement)
    # Behind a `raise` the compiler always writes the end of the function.
    if evidence.has_dead_end and body and isinstance(body[-1], ReturnStatement):
        _take_end(body)
    for statement in walk(body) if evidence.passes else ():
        if isinstance(statement, If) and not statement.orelse:
            if max(statement.test.all_origins(), default=-1) in evidence.passes:
                statement.test = inverted(statement.test)
                statement.then, statement.orelse = [Pass()], statement.then
    return body


def _take_rests(
    body: list[Statement], evidence: SourceEvidence, firsts: dict[int, int]
) -> list[Statement]:
    for index in range(len(body) - 2, -1, -1):
        statement = body[index]
        clause = _else_of(statement, evidence)
        if clause is None or _first_offset(body[index + 1], firsts) not in clause:
            continue
        count = 0
        for following in body[index + 1 :]:
            # What has no code of its own may stand behind what ends here.
            if _first_offset(following, firsts) >= clause.stop:
                break
            count += 1
        assert isinstance(statement, (If, Try))
        statement.orelse[:] = body[index + 1 : index + 1 + count]
        del body[index + 1 : index + 1 + count]
        if isinstance(statement, If):
            _keep_arms(statement)
    return body


def _keep_arms(statement: If) -> None:
    """Lets ``continue`` stay all of an arm; behind ``return`` the chain goes on."""
    first = statement.then[0]
    if isinstance(first, Continue):
        first.explicit = "continue"
    first, rest = statement.orelse[0], statement.orelse[1:]
    if rest and isinstance(first, If) and not first.orelse:
        # Behind a `return` the compiler leaves nothing that could tell.
        if isinstance(first.then[-1], ReturnStatement) and leaves(rest):
            first.orelse, statement.orelse = rest, [first]


def _else_of(statement: Statement, evidence: SourceEvidence) -> range | None:
    """Where the ``else`` of an ``if`` or ``try`` lies, if it had one."""
    if isinstance(statement, If) and _may_take(statement):
        return _else_of_if(statement, evidence.else_of_if)
    if isinstance(statement, Try) and _may_take(statement):
        return _else_of_try(statement, evidence.else_of_try)
    return None


def _else_of_if(statement: If, ifs: Mapping[int, range]) -> range | None:
    tests = [offset for offset in statement.test.all_origins() if offset in ifs]
    if not tests:
        return None
    clause = ifs[max(tests)]
    return clause if max(offsets(statement.then), default=0) < clause.start else None


def _else_of_try(statement: Try, tries: Mapping[int, range]) -> range | None:
    found = offsets([part for one in statement.handlers for part in one.body])
    found += [
        offset
        for one in statement.handlers
        if one.type is not None
        for offset in one.type.all_origins()
    ]
    body = max(offsets(statement.body), default=-1)
    begins = [handler for handler in tries if handler > body]
    if found:
        begins = [handler for handler in begins if handler <= min(found)]
    if not begins:
        return None
    return tries[max(begins) if found else min(begins)]


def _take_end(body: list[Statement]) -> None:
    """Gives the end of the function to the statement that leaves it otherwise."""
    index = len(body) - 2
    while index >= 0 and not _may_take_end(body[index]):
        index -= 1
    while index >= 0 and _may_take_end(body[index]):
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


def _may_take_end(statement: Statement) -> bool:
    """The same where no jump tells: only behind a ``return`` the compiler left none."""
    return _may_take(statement) and not (
        isinstance(statement, Try)
        and any(
            isinstance(handler.body[-1], RaiseStatement)
            for handler in statement.handlers
            if handler.body
        )
    )


def _first_offset(statement: Statement, firsts: dict[int, int]) -> int:
    """Where the code of a statement begins.

    Args:
        statement: any.
        firsts: what is known, by identity: what a statement takes is behind that.
    """
    found = _NOWHERE
    pending = [statement]
    while pending:
        one = pending.pop()
        known = firsts.get(id(one))
        if known is None:
            known = min(own_offsets(one), default=_NOWHERE)
            for inner in bodies(one):
                pending.extend(inner)
        found = min(found, known)
    firsts[id(statement)] = found
    return found
