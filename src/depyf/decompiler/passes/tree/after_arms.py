"""Takes out of the only arm that goes on what stood after its statement.

That the code of ``raise`` stands between that of ``b()`` and that of ``b(1)`` tells it.

Example::

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
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Optional, Tuple

from depyf.decompiler.ir.statement import If, Match, Pattern, Statement, bodies
from depyf.decompiler.ir.statement_tree import change_lists, own_offsets
from depyf.decompiler.passes.tree.tidy import leaves

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function

#: The first and the last offset of some code; None if there is none.
_Range = Optional[Tuple[int, int]]


def run(body: list[Statement], _function: Function) -> list[Statement]:
    """Rewrites the tree."""
    return change_lists(body, _Splitter().split)


class _Splitter:
    """Looks at lists from the inside out; where code stands is found out once."""

    def __init__(self) -> None:
        self._ranges: dict[int, _Range] = {}

    def split(self, body: list[Statement]) -> list[Statement]:
        """The list with what it took out of the statements in it."""
        result: list[Statement] = []
        for statement in body:
            result.append(statement)
            is_choice = isinstance(statement, Match) and _always_matches(statement)
            if isinstance(statement, If) or is_choice:
                result += self._taken_out(bodies(statement))
        for statement in body:
            own = own_offsets(statement)
            parts = [self._range(inner) for inner in bodies(statement)]
            parts.append((min(own), max(own)) if own else None)
            self._ranges[id(statement)] = _union(parts)
        return result

    def _range(self, body: list[Statement]) -> _Range:
        return _union(self._ranges[id(statement)] for statement in body)

    def _taken_out(self, arms: list[list[Statement]]) -> list[Statement]:
        """The rest of an arm that the code of all other arms stands before."""
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

    def _count_before(self, arm: list[Statement], first: int, last: int) -> int:
        """How many statements of an arm stand before code that the rest is behind."""
        before = self._range(arm[:1])
        for count, statement in enumerate(arm[1:], 1):
            following = self._ranges[id(statement)]
            if following is not None and following[0] > last:
                return count if before is not None and before[1] < first else 0
            before = _union([before, following])
        return 0


def _union(ranges: Iterable[_Range]) -> _Range:
    known = [one for one in ranges if one is not None]
    if not known:
        return None
    return min(one[0] for one in known), max(one[1] for one in known)


def _always_matches(statement: Match) -> bool:
    last = statement.cases[-1]
    return last.guard is None and last.pattern == Pattern("capture")
