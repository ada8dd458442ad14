"""Takes out of the only arm that goes on what stood after its statement.

Before (the code of ``raise`` stands between that of ``a()`` and that of ``b()``)::

    if x:
        a()
        b()
    else:
        raise E

After::

    if x:
        a()
    else:
        raise E
    b()
"""

from __future__ import annotations

from depyf.ir.statement import If, Match, Pattern, Statement, bodies
from depyf.ir.statement_tree import change_lists, offsets
from depyf.passes.shape.tidy import leaves


def run(body: list[Statement]) -> list[Statement]:
    """Rewrites the tree."""
    return change_lists(body, _split_arms)


def _split_arms(body: list[Statement]) -> list[Statement]:
    result: list[Statement] = []
    for statement in body:
        result.append(statement)
        is_choice = isinstance(statement, Match) and _always_matches(statement)
        if isinstance(statement, If) or is_choice:
            result += _taken_out(bodies(statement))
    return result


def _always_matches(statement: Match) -> bool:
    last = statement.cases[-1]
    return last.guard is None and last.pattern == Pattern("capture")


def _taken_out(arms: list[list[Statement]]) -> list[Statement]:
    """The rest of an arm that the code of all other arms stands before."""
    for arm in arms:
        others = [other for other in arms if other is not arm]
        if len(arm) < 2 or not all(map(leaves, others)):
            continue
        between = [offset for other in others for offset in offsets(other)]
        count = _count_before(arm, between)
        if count:
            rest = arm[count:]
            del arm[count:]
            return rest
    return []


def _count_before(arm: list[Statement], between: list[int]) -> int:
    """How many statements of an arm stand before some code, if the rest is after it."""
    if not between:
        return 0
    first, last = min(between), max(between)
    for count in range(1, len(arm)):
        following = offsets(arm[count : count + 1])
        if following and min(following) > last:
            before = offsets(arm[:count])
            return count if before and max(before) < first else 0
    return 0
