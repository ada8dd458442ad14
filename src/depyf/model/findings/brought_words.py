"""Tell what a graph break causes: once for each cause, the worst effect first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Iterator, Sequence

from depyf.model.findings.names import joined, seconds
from depyf.model.wording import counted, some

if TYPE_CHECKING:
    from depyf.model.findings.rule import Consequence

_NAMED = 2  # the most functions or values that a text names
_MOST_EFFECTS = 3  # the most sentences about a break, behind its reason
COST = " (compiled "  # the beginning of the cost behind such a clause


def as_sentences(reason: str, effects: Iterable[str]) -> str:
    """Return the reason of a graph break and its first effects, one sentence each."""
    told = [one for one in dict.fromkeys(effects) if one][:_MOST_EFFECTS]
    return ". ".join(
        f"{one[:1].upper()}{one[1:]}".rstrip(".") for one in (reason, *told)
    )


def told_once(found: Sequence[Consequence]) -> list[str]:
    """Return the clauses of recompiles, the dearest first.

    The costs of equal clauses are added, and those of clauses that differ only in the
    value.
    """
    same: dict[str, list[Consequence]] = {}
    for one in found:
        what, _, cost = one.what.partition(COST)
        # A clause that also says what torch did at the limit stays whole.
        same.setdefault(one.what if ";" in cost else what, []).append(one)
    alike: dict[str, list[str]] = {}
    for what in same:
        alike.setdefault(_before_value(what), []).append(what)
    return [*_in_order(same, alike)]


def _before_value(what: str) -> str:
    """Return a clause without the value at its end; the whole clause without one.

    >>> _before_value("recompiles for new sizes of `x`")
    'recompiles for new sizes of '
    """
    before, _, end = what.rstrip("`").rpartition("`")
    is_value = what == f"{before}`{end}`" and before.endswith(" of ")
    return before if is_value else what


def _in_order(
    same: dict[str, list[Consequence]], alike: dict[str, list[str]]
) -> Iterator[str]:
    """Yield a clause for each list of alike ones."""
    spent = {what: sum(one.seconds for one in each) for what, each in same.items()}
    for before, every in sorted(
        alike.items(), key=lambda item: -sum(spent[what] for what in item[1])
    ):
        each = [one for what in every for one in same[what]]
        if len(every) > 1:
            dearest = sorted(every, key=lambda what: -spent[what])
            values = [what[len(before) :] for what in dearest]
            yield _summed(f"{before}{joined(some(values, _NAMED))}", each)
        else:
            is_one = len({one.what for one in each}) == 1
            yield each[0].what if is_one else _summed(every[0], each)


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
