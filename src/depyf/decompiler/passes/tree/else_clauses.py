"""Decide by the order of the code whether a statement is in an arm or after it.

In the example, the code of ``raise`` is between that of ``b()`` and that of ``b(1)``.
So ``b(1)`` comes after the ``if``. An unreachable jump shows an ``else``.

Example of `after_arms`::

    def f(a, b, c):
        if a:
            b()
        else:
            raise c
        b(1)
        b(2)

Before::

    if a:
        evaluate(call[](b))
        evaluate(call[_](b, 1))
        evaluate(call[_](b, 2))
        return None
    else:
        raise c

After::

    if a:
        evaluate(call[](b))
    else:
        raise c
    evaluate(call[_](b, 1))
    evaluate(call[_](b, 2))
    return None

Example of `dead_jumps` (CPython 3.8 to 3.9)::

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

from typing import TYPE_CHECKING, Iterable, Mapping, Optional, Tuple

from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.statement_tree import change_lists, offsets, own_offsets, walk
from depyf.decompiler.ir.value import inverted
from depyf.decompiler.passes.tree.tidy import drop_tail, leaves

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import SourceEvidence
    from depyf.decompiler.ir.function import Function


#: The first and the last offset of some code; None if there is no code.
_Range = Optional[Tuple[int, int]]


def after_arms(body: list[tree.Statement], _function: Function) -> list[tree.Statement]:
    """Move statements that belong after a branch out of its arms."""
    return change_lists(body, _Splitter().split)


class _Splitter:
    """Splits arms, innermost lists first; the extent of each statement is cached."""

    def __init__(self) -> None:
        self._ranges: dict[int, _Range] = {}

    def split(self, body: list[tree.Statement]) -> list[tree.Statement]:
        """Return the list, with statements moved out of the arms in it."""
        result: list[tree.Statement] = []
        for statement in body:
            result.append(statement)
            is_choice = (
                isinstance(statement, tree.Match) and statement.cases[-1].is_default
            )
            if isinstance(statement, tree.If) or is_choice:
                result += self._taken_out(tree.bodies(statement))
        return result

    def _range(self, body: list[tree.Statement]) -> _Range:
        return _union([self._range_of(statement) for statement in body])

    def _range_of(self, statement: tree.Statement) -> _Range:
        """Return the extent of a statement's code, which is computed only once."""
        known = self._ranges
        if id(statement) not in known:
            found = [statement]
            for one in found:
                for inner in tree.bodies(one):
                    found += [each for each in inner if id(each) not in known]
            for one in reversed(found):
                own = own_offsets(one)
                parts = [known[id(i)] for inner in tree.bodies(one) for i in inner]
                parts.append((min(own), max(own)) if own else None)
                known[id(one)] = _union(parts)
        return known[id(statement)]

    def _taken_out(self, arms: list[list[tree.Statement]]) -> list[tree.Statement]:
        """Take out the rest of an arm if the code of all other arms comes before it."""
        for arm in arms:
            others = [other for other in arms if other is not arm]
            if len(arm) < 2 or not all(map(leaves, others)):
                continue
            between = _union(self._range(other) for other in others)
            count = 0 if between is None else self._count_before(arm, *between)
            if count:
                rest = arm[count:]
                del arm[count:]
                return rest
        return []

    def _count_before(self, arm: list[tree.Statement], first: int, last: int) -> int:
        """Return how many statements of an arm come before the other arms' code."""
        before = self._range(arm[:1])
        for count, statement in enumerate(arm[1:], 1):
            following = self._range_of(statement)
            if following is not None and following[0] > last:
                return count if before is not None and before[1] < first else 0
            before = _union([before, following])
        return 0


def _union(ranges: Iterable[_Range]) -> _Range:
    known = [one for one in ranges if one is not None]
    if not known:
        return None
    return min(one[0] for one in known), max(one[1] for one in known)


_NOWHERE = 1 << 61


def dead_jumps(body: list[tree.Statement], function: Function) -> list[tree.Statement]:
    """Restore ``else`` clauses that dead jumps show."""
    evidence = function.evidence
    if evidence.else_of_if or evidence.else_of_try:
        firsts: dict[int, int] = {}
        body = change_lists(body, lambda part: _take_rests(part, evidence, firsts))
        for statement in walk(body):
            if isinstance(statement, (tree.For, tree.While)):
                drop_tail(statement.body, tree.Continue)
        drop_tail(body, tree.ReturnStatement)
    # After a `raise`, the compiler always writes the end of the function.
    if evidence.has_dead_end and body and isinstance(body[-1], tree.ReturnStatement):
        _take_end(body)
    for statement in walk(body) if evidence.passes else ():
        if isinstance(statement, tree.If) and not statement.orelse:
            if max(statement.test.all_origins(), default=-1) in evidence.passes:
                statement.test = inverted(statement.test)
                statement.then, statement.orelse = [tree.Pass()], statement.then
    return body


def _take_rests(
    body: list[tree.Statement], evidence: SourceEvidence, firsts: dict[int, int]
) -> list[tree.Statement]:
    for index in range(len(body) - 2, -1, -1):
        statement = body[index]
        clause = _else_of(statement, evidence)
        if clause is None or _first_offset(body[index + 1], firsts) not in clause:
            continue
        count = 0
        for following in body[index + 1 :]:
            # A statement without code may come after the end of this one.
            if _first_offset(following, firsts) >= clause.stop:
                break
            count += 1
        assert isinstance(statement, (tree.If, tree.Try))
        statement.orelse[:] = body[index + 1 : index + 1 + count]
        del body[index + 1 : index + 1 + count]
        if isinstance(statement, tree.If):
            _keep_arms(statement)
    return body


def _keep_arms(statement: tree.If) -> None:
    """Keep an arm with only ``continue``; nest the code after an arm that returns."""
    first = statement.then[0]
    if isinstance(first, tree.Continue):
        first.explicit = "continue"
    first, rest = statement.orelse[0], statement.orelse[1:]
    if rest and isinstance(first, tree.If) and not first.orelse:
        # After a `return`, the compiler leaves no evidence.
        if isinstance(first.then[-1], tree.ReturnStatement) and leaves(rest):
            first.orelse, statement.orelse = rest, [first]


def _else_of(statement: tree.Statement, evidence: SourceEvidence) -> range | None:
    """Return the extent of the ``else`` of an ``if`` or ``try``, or None."""
    if isinstance(statement, tree.If) and _may_take(statement):
        return _else_of_if(statement, evidence.else_of_if)
    if isinstance(statement, tree.Try) and _may_take(statement):
        return _else_of_try(statement, evidence.else_of_try)
    return None


def _else_of_if(statement: tree.If, ifs: Mapping[int, range]) -> range | None:
    tests = [offset for offset in statement.test.all_origins() if offset in ifs]
    if not tests:
        return None
    clause = ifs[max(tests)]
    return clause if max(offsets(statement.then), default=0) < clause.start else None


def _else_of_try(statement: tree.Try, tries: Mapping[int, range]) -> range | None:
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


def _take_end(body: list[tree.Statement]) -> None:
    """Move the function's end into an ``else`` if all other arms leave before it."""
    index = len(body) - 2
    while index >= 0 and not _may_take_end(body[index]):
        index -= 1
    while index >= 0 and _may_take_end(body[index]):
        taker = body[index]
        assert isinstance(taker, (tree.If, tree.Try))
        taker.orelse[:] = body[index + 1 :]
        del body[index + 1 :]
        index -= 1


def _may_take(statement: tree.Statement) -> bool:
    """Return whether only one path leads past an ``if`` or ``try``."""
    if isinstance(statement, tree.If):
        return not statement.orelse and leaves(statement.then)
    return (
        isinstance(statement, tree.Try)
        and not statement.orelse
        and not statement.finalbody
        and not leaves(statement.body)
        and all(leaves(handler.body) for handler in statement.handlers)
    )


def _may_take_end(statement: tree.Statement) -> bool:
    """Return whether a statement can take the function's end without a dead jump."""
    return _may_take(statement) and not (
        isinstance(statement, tree.Try)
        and any(
            isinstance(handler.body[-1], tree.RaiseStatement)
            for handler in statement.handlers
            if handler.body
        )
    )


def _first_offset(statement: tree.Statement, firsts: dict[int, int]) -> int:
    """Return the offset at which a statement begins.

    Args:
        statement: the statement.
        firsts: maps ids of statements to their known first offsets. Code moved into a
            statement later comes after its first offset.
    """
    found = _NOWHERE
    pending = [statement]
    while pending:
        one = pending.pop()
        known = firsts.get(id(one))
        if known is None:
            known = min(own_offsets(one), default=_NOWHERE)
            for inner in tree.bodies(one):
                pending.extend(inner)
        found = min(found, known)
    firsts[id(statement)] = found
    return found
