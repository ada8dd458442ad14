"""Sentences that findings on recompiles share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.families import fold
from depyf.model.findings import rewriting
from depyf.model.findings.causes import Scope, root_name
from depyf.model.findings.conditions import grows, is_counter
from depyf.model.findings.finding import Finding
from depyf.model.findings.names import (
    counted,
    is_library,
    joined,
    parameters,
    place,
    seconds,
    some_values,
)
from depyf.model.instances import Instances, instances_of

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Frame


def cost(group: Group) -> str:
    """Return ``compiled 5 times more (0.3 s)`` and what the limit came to."""
    words = f"compiled {counted(group.entries, 'more time')}"
    took = seconds(group.seconds)
    words += f", {took}" if took else ""
    if group.limit_reached:
        words += f"; {_after_limit(group)}"
    return words


def _after_limit(group: Group) -> str:
    """Return what runs uncompiled since torch gave up, by name where that is known."""
    made = len(group.frame.entries)
    calls = group.frame.plain_calls
    counted_calls = f", {counted(calls, 'call')} so far" if calls else ""
    left = without_entry(group)
    unsure = [] if _is_known_of_all(group) else ["what fits none"]
    what = joined([*left, *unsure])
    run = "run" if len(left) + len(unsure) > 1 or ".." in what else "runs"
    return (
        f"at the limit of {made} entries torch gave up: {what} {run} as plain "
        f"Python{counted_calls}"
    )


def each_value(group: Group, most: int = 4) -> str:
    """Return that there is an entry for each value, and some of them."""
    values = some_values(group.values, most)
    return f"needs an entry for each value of `{group.first.source}` ({values})"


def changed_inside(group: Group) -> str:
    """Return that a function changes what it is compiled for."""
    return (
        f"is compiled at every call: it changes `{group.first.source}` itself, and the "
        "value is compiled in"
    )


def before_call(group: Group, which: str = "") -> str:
    """Return where the edit of an argument belongs, and what it is called there."""
    line = group.called_at
    if line is None:
        return f"before the {which}call"
    note = f"before the {which}call at {place(line)}"
    name = root_name(group.first.source)
    passed = [one for one in parameters(group.frame) if one != "self"]
    if name in passed:
        there = rewriting.passed_as(line.text, name, passed.index(name))
        note += f"; there `{name}` is `{there}`" if there else ""
    return note


def users_own(group: Group) -> SourceLine | None:
    """Return the line that needs the value if the user wrote it."""
    line = group.where
    return None if line is None or is_library(line.file) else line


def instances(frame: Frame) -> tuple[str, ...]:
    """Return the paths of all modules that a function is a method of."""
    found = instances_of(frame)
    return tuple(
        path for one in found for path in (*one.made, *one.refused, *one.others)
    )


def without_entry(group: Group) -> list[str]:
    """Return the modules that run as plain Python since torch gave up, folded.

    torch tries none after the first that it refused.  Where the value that failed is
    the module's own, and each entry is for another module, none of the rest has one.
    """
    left: list[str] = []
    for one in instances_of(group.frame):
        left += one.refused
        if _is_alone(group, one):
            left += one.others
    return [family.ranges for family in fold(left)]


def _is_alone(group: Group, one: Instances) -> bool:
    """Return whether each entry is for one module of a class and no other."""
    each = len(one.made) == len(group.frame.entries)
    return bool(one.refused) and each and group.first.scope == Scope.ATTRIBUTE


def _is_known_of_all(group: Group) -> bool:
    """Return whether it is known of every module whether an entry fits it."""
    found = instances_of(group.frame)
    return any(one.refused for one in found) and all(
        _is_alone(group, one) or not one.others for one in found
    )


def finding(
    group: Group,
    what: str,
    edit: str = "",
    note: str = "",
    *,
    where: SourceLine | None = None,
) -> Finding:
    """Return a finding on a group, its cost behind what it says.

    It bears no rule's name yet: the row of the table that it comes from has that.
    """
    return Finding(
        rule="",
        subject=group.name,
        what=f"{what} ({cost(group)})",
        where=where or users_own(group) or group.called_at or group.where,
        edit=edit,
        note=note,
        hint=group.first.hint,
        seconds=group.seconds,
        times=len(group.compilations),
        weight=_weight(group),
        frames=(group.frame.key,),
        covers=tuple(cause.text for cause in group.causes),
    )


def _weight(group: Group) -> float:
    """Return how grave it is: seconds, more for what goes on, most for what gave up."""
    goes_on = 10 if group.limit_reached or grows(group) or is_counter(group) else 1
    factor = goes_on * (1 + len(group.compilations))
    return (group.seconds + 0.1) * factor
