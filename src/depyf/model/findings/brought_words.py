"""Tell the recompiles behind a graph break once for each cause, with their sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.model.findings.names import joined, seconds
from depyf.model.wording import counted

if TYPE_CHECKING:
    from depyf.model.findings.rule import Consequence

_NAMED = 2  # the most functions that a text names
COST = " (compiled "  # the beginning of the cost behind such a clause


def told_once(found: Sequence[Consequence]) -> list[str]:
    """Return the clauses of recompiles; the costs of equal clauses are added."""
    same: dict[str, list[Consequence]] = {}
    for one in found:
        what, _, cost = one.what.partition(COST)
        # A clause that also says what torch did at the limit stays whole.
        same.setdefault(one.what if ";" in cost else what, []).append(one)
    return [
        each[0].what if len({one.what for one in each}) == 1 else _summed(what, each)
        for what, each in same.items()
    ]


def _summed(what: str, found: Sequence[Consequence]) -> str:
    took = seconds(sum(one.seconds for one in found))
    times = counted(sum(one.times for one in found), "more time")
    return f"{what}{COST}{times}{f', {took}' if took else ''})"


def left_to_python(left: Sequence[Consequence], subject: str) -> str:
    """Return in words the functions that torch compiles separately, and the cost."""
    if not left:
        return ""
    dearest = sorted(left, key=lambda one: -one.seconds)
    others = dict.fromkeys(one.left for one in dearest)
    names = [f"`{one}`" for one in others if one != subject][:_NAMED]
    more = len(others) - len(names)
    if more:
        names.append(f"{more} more" if names else "the functions that it calls")
    times = counted(sum(one.times for one in left), "time")
    took = seconds(sum(one.seconds for one in left))
    cost = f"{times}, {took}" if took else times
    return f"torch compiles {joined(names)} separately because of it ({cost})"
